// random_agent.rs - a whole agent: any legal move, each as likely as the next.
// rustc -O -o random_agent random_agent.rs
mod dado;

fn main() {
    dado::play(|turn| { let count = turn.moves.len(); Some(turn.random(count)) }, "random");
}
