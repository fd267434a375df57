import java.util.Collection;
import java.util.List;

public final class NumberRanges {
    private NumberRanges() {}

    /** The numbers as a short text. */
    public static String compact(Collection<Integer> numbers) {
        throw new UnsupportedOperationException("not written yet");
    }

    /** The numbers that a text stands for. Throws IllegalArgumentException. */
    public static List<Integer> expand(String text) {
        throw new UnsupportedOperationException("not written yet");
    }
}
