// Dado.java - plays any game of dado from Java (11) over pipes; copy it beside your agent.
//
//     Dado.play(turn -> 0, "first");   // which move; -1 gives up
//
// The view is handed over as the JSON text it came in: bring the reader you
// like. Remarks go to System.err: standard output belongs to the conversation.
//
// Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
// stands behind it, five times as long. Rest while others think: a player that is busy then is
// frozen until it is asked again.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;

public final class Dado {
    public static final class Turn {
        public String game = "", view = "", error;  // view is JSON; error: why it was refused
        public int seat, players;
        public List<String> moves = new ArrayList<>();  // legal, in words
        public Random random = new Random(0);

        // What would happen? From world number `world` that fits the view (the same number, the same
        // world and luck), after these moves in words, of whoever is to move; then `on` more at
        // random. The answer is JSON, null if dado has gone: view, actor, over, scores (more is
        // better), places once it is over, made, left (of the budget), with `list` the legal moves
        // there, and, where it went no further, error: BUDGET once that is spent. `valueOf` finds each.
        public String whatIf(List<String> tried, long world, long on, boolean list) {
            List<String> words = new ArrayList<>();
            for (String move : tried) words.add(quoted(move));
            say("{\"t\":\"if\",\"world\":" + world + ",\"on\":" + on + ",\"list\":" + list
                + ",\"moves\":[" + String.join(",", words) + "]}");
            try {
                for (String line; (line = in.readLine()) != null;) {
                    if (textOf(line, "t").equals("then")) return line;
                }
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
            return null;
        }
    }

    private static final BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private Dado() {}

    // Where a member of the outermost object begins; -1 if there is none.
    private static int member(String json, String name) {
        int depth = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '{' || c == '[') depth++;
            else if (c == '}' || c == ']') depth--;
            else if (c == '"') {
                int begin = ++i;
                while (json.charAt(i) != '"') i += json.charAt(i) == '\\' ? 2 : 1;
                boolean here = depth == 1 && i + 1 < json.length() && json.charAt(i + 1) == ':';
                if (here && json.substring(begin, i).equals(name)) return i + 2;
            }
        }
        return -1;
    }

    // The value of a member of the outermost object, as JSON; empty if there is none.
    public static String valueOf(String json, String name) {
        int begin = member(json, name), depth = 0;
        for (int i = begin; i >= 0 && i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"') {
                for (i++; json.charAt(i) != '"';) i += json.charAt(i) == '\\' ? 2 : 1;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
                return json.substring(begin, i);
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return "";
    }

    // The string that begins at `at`; the place behind it goes to end[0].
    private static String text(String json, int at, int[] end) {
        StringBuilder out = new StringBuilder();
        for (at++; json.charAt(at) != '"'; at++) {
            char c = json.charAt(at);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = json.charAt(++at);
            if (c == 'u') {
                out.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                out.append(c == 'n' ? '\n' : c == 't' ? '\t' : c);
            }
        }
        end[0] = at + 1;
        return out.toString();
    }

    private static String textOf(String json, String name) {
        int at = member(json, name);
        return at >= 0 && json.charAt(at) == '"' ? text(json, at, new int[1]) : "";
    }

    private static long numberOf(String json, String name) {
        int at = member(json, name), end = at;
        while (at >= 0 && Character.isDigit(json.charAt(end))) end++;
        return at >= 0 && end > at ? Long.parseUnsignedLong(json.substring(at, end)) : 0;
    }

    private static String quoted(String words) {
        return '"' + words.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    // Território: the six neighbours of a tile, N NE SE S SW NW, those off the map left out.
    public static List<int[]> neighbours(int x, int y, int width, int height) {
        int[][][] steps = {{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}},
                           {{0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}};
        List<int[]> out = new ArrayList<>();
        for (int[] s : steps[x % 2]) {
            int nx = x + s[0], ny = y + s[1];
            if (nx >= 0 && ny >= 0 && nx < width && ny < height) out.add(new int[] {nx, ny});
        }
        return out;
    }

    // Território: steps between two tiles.
    public static int distance(int x1, int y1, int x2, int y2) {
        int dx = Math.abs(x2 - x1), up = x1 % 2 == 0 ? (dx + 1) / 2 : dx / 2, down = dx - up;
        return dx + Math.max(0, Math.max(y1 - up - y2, y2 - y1 - down));
    }

    public static void play(ToIntFunction<Turn> choose, String name) throws IOException {
        Turn turn = new Turn();
        String code = "";
        for (String line; (line = in.readLine()) != null;) {
            String kind = textOf(line, "t");
            if (kind.equals("hello")) {
                turn.game = textOf(line, "game");
                turn.seat = (int) numberOf(line, "seat");
                turn.players = (int) numberOf(line, "players");
                turn.random = new Random(numberOf(line, "seed"));
                say("{\"t\":\"ready\",\"moves\":true,\"name\":" + quoted(name) + "}");
            } else if (kind.equals("turn") || kind.equals("err")) {
                turn.error = kind.equals("err") ? textOf(line, "error") : null;
                if (kind.equals("turn")) {
                    code = textOf(line, "code");
                    turn.view = valueOf(line, "view");
                    turn.moves.clear();
                    int[] at = {member(line, "moves")};
                    while (at[0] > 0 && line.charAt(at[0]) != ']') {
                        if (line.charAt(at[0]) == '"') turn.moves.add(text(line, at[0], at));
                        else at[0]++;
                    }
                }
                int chosen = choose.applyAsInt(turn);
                if (chosen < 0 || chosen >= turn.moves.size()) say("{\"t\":\"resign\"}");
                else say("{\"t\":\"move\",\"code\":" + quoted(code) + ",\"move\":" + quoted(turn.moves.get(chosen)) + "}");
            }
        }
    }
}
