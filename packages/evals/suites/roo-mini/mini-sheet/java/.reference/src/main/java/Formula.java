import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A formula as a tree. */
sealed interface Formula {
    record Number(int value) implements Formula {}

    record Cell(String name) implements Formula {}

    record Minus(Formula of) implements Formula {}

    record Function(String name, List<String> cells) implements Formula {}

    record Operation(String operator, Formula left, Formula right) implements Formula {}

    /** All cells that it names. */
    default List<String> references() {
        if (this instanceof Cell cell) {
            return List.of(cell.name());
        }
        if (this instanceof Function function) {
            return function.cells();
        }
        if (this instanceof Minus minus) {
            return minus.of().references();
        }
        List<String> found = new ArrayList<>();
        if (this instanceof Operation operation) {
            found.addAll(operation.left().references());
            found.addAll(operation.right().references());
        }
        return found;
    }

    /** Throws IllegalArgumentException for what is no formula. */
    static Formula parse(String text) {
        return new Parser(text).parse();
    }

    final class Parser {
        private static final Pattern TOKEN = Pattern.compile(" *([0-9]+|[A-Z]+[0-9]*|[-+*/():])");
        private static final Pattern CELL = Pattern.compile("[A-Z][1-9][0-9]?");

        private final List<String> tokens = new ArrayList<>();
        private int at = 0;

        Parser(String text) {
            String trimmed = text.replaceAll(" +$", "");
            Matcher found = TOKEN.matcher(trimmed);
            int end = 0;
            while (end < trimmed.length()) {
                if (!found.find(end) || found.start() != end) {
                    throw new IllegalArgumentException(text);
                }
                tokens.add(found.group(1));
                end = found.end();
            }
        }

        Formula parse() {
            Formula formula = sum();
            take("");
            return formula;
        }

        private Formula sum() {
            Formula left = product();
            while (next().equals("+") || next().equals("-")) {
                left = new Operation(pop(), left, product());
            }
            return left;
        }

        private Formula product() {
            Formula left = factor();
            while (next().equals("*") || next().equals("/")) {
                left = new Operation(pop(), left, factor());
            }
            return left;
        }

        private Formula factor() {
            String token = pop();
            switch (token) {
                case "-":
                    return new Minus(factor());
                case "(":
                    Formula inner = sum();
                    take(")");
                    return inner;
                case "SUM", "MIN", "MAX", "COUNT":
                    return new Function(token, range());
                default:
                    return token.matches("[0-9]+") ? new Number(Integer.parseInt(token)) : new Cell(checkCell(token));
            }
        }

        /** The cells of a range in parentheses, row by row. */
        private List<String> range() {
            take("(");
            String first = checkCell(pop());
            take(":");
            String last = checkCell(pop());
            take(")");
            List<String> cells = new ArrayList<>();
            for (int row = Integer.parseInt(first.substring(1)); row <= Integer.parseInt(last.substring(1)); row++) {
                for (char column = first.charAt(0); column <= last.charAt(0); column++) {
                    cells.add("" + column + row);
                }
            }
            if (cells.isEmpty()) {
                throw new IllegalArgumentException("the range is turned round");
            }
            return cells;
        }

        private String next() {
            return at < tokens.size() ? tokens.get(at) : "";
        }

        private String pop() {
            String token = next();
            at++;
            return token;
        }

        private void take(String wanted) {
            if (!pop().equals(wanted)) {
                throw new IllegalArgumentException(wanted + " is missing");
            }
        }

        private static String checkCell(String token) {
            if (!CELL.matcher(token).matches()) {
                throw new IllegalArgumentException(token + " is no cell");
            }
            return token;
        }
    }
}
