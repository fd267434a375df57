import java.util.Map;

public final class TinyTemplate {
    private TinyTemplate() {}

    /** Its message begins with "line N: ". */
    public static final class TemplateException extends RuntimeException {
        public TemplateException(String message) {
            super(message);
        }
    }

    /** The rendered template. Values are a String or a List of such maps. Throws TemplateException. */
    public static String render(String template, Map<String, Object> values) {
        throw new UnsupportedOperationException("not written yet");
    }
}
