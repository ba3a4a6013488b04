// RandomAgent.java - a whole agent: any legal move, each as likely as the next.
// javac -d classes Dado.java RandomAgent.java, then: java -cp classes RandomAgent
public final class RandomAgent {
    public static void main(String[] args) throws Exception {
        Dado.play(turn -> turn.random.nextInt(turn.moves.size()), "random");
    }
}
