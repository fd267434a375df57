import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class MiniSheet {
    /** What a cell holds or shows: one of a number, a text, an error. */
    private record Value(Integer number, String text, String error) {
        static Value of(int number) {
            return new Value(number, null, null);
        }

        static Value error(String shown) {
            return new Value(null, null, shown);
        }

        String show() {
            return error != null ? error : text != null ? text : number.toString();
        }
    }

    private static final class SheetException extends RuntimeException {
        SheetException(String shown) {
            super(shown);
        }
    }

    private final Map<String, Formula> formulas = new HashMap<>();
    private final Map<String, Value> values = new HashMap<>();

    private MiniSheet(Map<String, String> cells) {
        cells.forEach(this::read);
        for (String name : List.copyOf(formulas.keySet())) {
            if (needsItself(name)) {
                values.put(name, Value.error("#CYCLE"));
            }
        }
    }

    /** What each cell shows, by its name. */
    public static Map<String, String> evaluate(Map<String, String> cells) {
        MiniSheet sheet = new MiniSheet(cells);
        return cells.keySet().stream().collect(Collectors.toMap(name -> name, name -> sheet.value(name).show()));
    }

    private void read(String name, String text) {
        if (!text.startsWith("=")) {
            boolean isNumber = text.matches("-?[0-9]+");
            values.put(name, isNumber ? Value.of(Integer.parseInt(text)) : new Value(null, text, null));
            return;
        }
        try {
            formulas.put(name, Formula.parse(text.substring(1)));
        } catch (IllegalArgumentException error) {
            values.put(name, Value.error("#SYNTAX"));
        }
    }

    private boolean needsItself(String name) {
        Set<String> seen = new HashSet<>();
        Deque<String> queue = new ArrayDeque<>(formulas.get(name).references());
        while (!queue.isEmpty()) {
            String current = queue.pop();
            if (current.equals(name)) {
                return true;
            }
            if (formulas.containsKey(current) && seen.add(current)) {
                queue.addAll(formulas.get(current).references());
            }
        }
        return false;
    }

    /** Null for a cell that is not given. */
    private Value value(String name) {
        if (!values.containsKey(name) && formulas.containsKey(name)) {
            Value found;
            try {
                found = Value.of(workOut(formulas.get(name)));
            } catch (SheetException error) {
                found = Value.error(error.getMessage());
            }
            values.put(name, found);
        }
        return values.get(name);
    }

    private int workOut(Formula formula) {
        if (formula instanceof Formula.Number number) {
            return number.value();
        }
        if (formula instanceof Formula.Minus minus) {
            return -workOut(minus.of());
        }
        if (formula instanceof Formula.Cell cell) {
            Value value = checked(cell.name());
            if (value != null && value.text() != null) {
                throw new SheetException("#TYPE");
            }
            return value == null ? 0 : value.number();
        }
        if (formula instanceof Formula.Function function) {
            return workOut(function);
        }
        Formula.Operation operation = (Formula.Operation) formula;
        int left = workOut(operation.left());
        int right = workOut(operation.right());
        switch (operation.operator()) {
            case "+":
                return left + right;
            case "-":
                return left - right;
            case "*":
                return left * right;
            default:
                if (right == 0) {
                    throw new SheetException("#DIV");
                }
                return left / right;
        }
    }

    private int workOut(Formula.Function function) {
        List<Value> found = function.cells().stream().map(this::checked).collect(Collectors.toList());
        IntStream numbers = found.stream()
                .filter(value -> value != null && value.number() != null)
                .mapToInt(Value::number);
        switch (function.name()) {
            case "SUM":
                return numbers.sum();
            case "MIN":
                return numbers.min().orElse(0);
            case "MAX":
                return numbers.max().orElse(0);
            default:
                return (int) numbers.count();
        }
    }

    private Value checked(String name) {
        Value value = value(name);
        if (value != null && value.error() != null) {
            throw new SheetException(value.error());
        }
        return value;
    }
}
