import java.util.List;

public final class WrapText {
    private WrapText() {}

    /** The text as a list of lines. Throws IllegalArgumentException for a width below 3. */
    public static List<String> wrap(String text, int width) {
        throw new UnsupportedOperationException("not written yet");
    }
}
