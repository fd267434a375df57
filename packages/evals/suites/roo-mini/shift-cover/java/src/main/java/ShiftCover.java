import java.util.List;

public final class ShiftCover {
    private ShiftCover() {}

    /** A part of the day, from its start up to, not including, its end. */
    public record Stretch(int start, int end) {}

    /** How many shifts overlap at most, and since when. */
    public record Peak(int count, int minute) {}

    /** Where nobody is there. Throws IllegalArgumentException. */
    public static List<Stretch> gaps(List<Stretch> shifts) {
        throw new UnsupportedOperationException("not written yet");
    }

    /** When most are there. Throws IllegalArgumentException. */
    public static Peak busiest(List<Stretch> shifts) {
        throw new UnsupportedOperationException("not written yet");
    }
}
