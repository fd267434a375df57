import java.util.Map;

public final class MiniSheet {
    private MiniSheet() {}

    /** What each cell shows, by its name. */
    public static Map<String, String> evaluate(Map<String, String> cells) {
        throw new UnsupportedOperationException("not written yet");
    }
}
