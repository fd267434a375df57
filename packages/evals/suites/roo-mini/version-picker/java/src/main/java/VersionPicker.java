import java.util.List;
import java.util.Optional;

public final class VersionPicker {
    private VersionPicker() {}

    /** The highest version in the list that the range allows. Throws IllegalArgumentException. */
    public static Optional<String> pick(String range, List<String> versions) {
        throw new UnsupportedOperationException("not written yet");
    }
}
