import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class NumberRanges {
    private static final Pattern PART = Pattern.compile(" *(-?[0-9]+)(?:-(-?[0-9]+))? *");

    private NumberRanges() {}

    /** The numbers as a short text. */
    public static String compact(Collection<Integer> numbers) {
        List<Integer> sorted = new ArrayList<>(new TreeSet<>(numbers));
        List<String> parts = new ArrayList<>();
        for (int start = 0, end; start < sorted.size(); start = end) {
            end = start + 1;
            while (end < sorted.size() && sorted.get(end) == sorted.get(end - 1) + 1) {
                end++;
            }
            if (end - start > 2) {
                parts.add(sorted.get(start) + "-" + sorted.get(end - 1));
            } else {
                sorted.subList(start, end).forEach(number -> parts.add(number.toString()));
            }
        }
        return String.join(",", parts);
    }

    /** The numbers that a text stands for. Throws IllegalArgumentException. */
    public static List<Integer> expand(String text) {
        TreeSet<Integer> numbers = new TreeSet<>();
        if (text.matches(" *")) {
            return List.of();
        }
        for (String part : text.split(",", -1)) {
            Matcher found = PART.matcher(part);
            if (!found.matches()) {
                throw new IllegalArgumentException("'" + part + "' is no number and no range");
            }
            int first = Integer.parseInt(found.group(1));
            int last = found.group(2) == null ? first : Integer.parseInt(found.group(2));
            if (last < first) {
                throw new IllegalArgumentException("'" + part + "' descends");
            }
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return List.copyOf(numbers);
    }
}
