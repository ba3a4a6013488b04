// random_agent.go - a whole agent: any legal move, each as likely as the next.
// go build -o random_agent dado.go random_agent.go
package main

func main() {
	play(func(t *turn) int { return t.Random.Intn(len(t.Moves)) }, "random")
}
