import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

public final class VersionPicker {
    private static final List<String> SIGNS = List.of(">=", "<=", ">", "<", "=", "~", "^");
    private static final int[] LOWEST = {0, 0, 0};
    private static final int[] HIGHEST = {1_000_000_000, 0, 0};

    private VersionPicker() {}

    /** Allows the versions from the first up to, not including, the second. */
    private record Interval(int[] low, int[] high) {
        boolean allows(int[] version) {
            return Arrays.compare(low, version) <= 0 && Arrays.compare(version, high) < 0;
        }
    }

    /** The highest version in the list that the range allows. Throws IllegalArgumentException. */
    public static Optional<String> pick(String range, List<String> versions) {
        List<List<Interval>> alternatives = Arrays.stream(range.split("\\|\\|", -1))
                .map(VersionPicker::parseAlternative)
                .collect(Collectors.toList());
        List<int[]> parsed = versions.stream().map(VersionPicker::parseVersion).collect(Collectors.toList());
        return parsed.stream()
                .filter(version -> alternatives.stream()
                        .anyMatch(intervals -> intervals.stream().allMatch(each -> each.allows(version))))
                .max(Arrays::compare)
                .map(version -> version[0] + "." + version[1] + "." + version[2]);
    }

    private static int[] parseVersion(String text) {
        int[] numbers = parseNumbers(text.split("\\.", -1));
        if (numbers.length != 3) {
            throw new IllegalArgumentException(text + " is no version");
        }
        return numbers;
    }

    private static List<Interval> parseAlternative(String text) {
        List<Interval> intervals = new ArrayList<>();
        for (String word : text.split(" ")) {
            if (!word.isEmpty()) {
                intervals.add(parseCondition(word));
            }
        }
        if (intervals.isEmpty()) {
            throw new IllegalArgumentException("an alternative has no condition");
        }
        return intervals;
    }

    private static Interval parseCondition(String word) {
        String found = SIGNS.stream().filter(word::startsWith).findFirst().orElse("");
        String sign = found.isEmpty() ? "=" : found;
        int[] numbers = parsePartial(word.substring(found.length()));
        if (numbers.length == 0 && !sign.equals("=")) {
            throw new IllegalArgumentException(word + " needs a number");
        }
        int[] first = Arrays.copyOf(numbers, 3);
        switch (sign) {
            case ">=":
                return new Interval(first, HIGHEST);
            case ">":
                return new Interval(after(numbers), HIGHEST);
            case "<":
                return new Interval(LOWEST, first);
            case "<=":
                return new Interval(LOWEST, after(numbers));
            case "~":
                return new Interval(first, after(Arrays.copyOf(numbers, Math.min(2, numbers.length))));
            case "^":
                return new Interval(first, after(Arrays.copyOf(numbers, compatible(numbers))));
            default:
                return new Interval(first, after(numbers));
        }
    }

    /** How many numbers stay the same. */
    private static int compatible(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] > 0) {
                return i + 1;
            }
        }
        return numbers.length;
    }

    private static int[] parsePartial(String text) {
        String[] parts = text.split("\\.", -1);
        int given = 0;
        while (given < parts.length && !parts[given].matches("[x*]")) {
            given++;
        }
        for (int i = given; i < parts.length; i++) {
            if (!parts[i].matches("[x*]")) {
                throw new IllegalArgumentException(text + " has a number after a placeholder");
            }
        }
        if (parts.length > 3) {
            throw new IllegalArgumentException(text + " has too many parts");
        }
        return parseNumbers(Arrays.copyOf(parts, given));
    }

    private static int[] parseNumbers(String[] parts) {
        return Arrays.stream(parts)
                .mapToInt(part -> {
                    if (!part.matches("0|[1-9][0-9]{0,8}")) {
                        throw new IllegalArgumentException(part + " is no number");
                    }
                    return Integer.parseInt(part);
                })
                .toArray();
    }

    /** The first version above all that begin with these numbers. */
    private static int[] after(int[] numbers) {
        if (numbers.length == 0) {
            return HIGHEST;
        }
        int[] next = Arrays.copyOf(numbers, 3);
        next[numbers.length - 1]++;
        return next;
    }
}
