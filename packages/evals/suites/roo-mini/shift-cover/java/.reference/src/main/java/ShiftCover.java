import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public final class ShiftCover {
    private static final int DAY = 1440;

    private ShiftCover() {}

    /** A part of the day, from its start up to, not including, its end. */
    public record Stretch(int start, int end) {}

    /** How many shifts overlap at most, and since when. */
    public record Peak(int count, int minute) {}

    /** Where nobody is there. Throws IllegalArgumentException. */
    public static List<Stretch> gaps(List<Stretch> shifts) {
        List<Stretch> pieces = pieces(shifts);
        pieces.sort(Comparator.comparingInt(Stretch::start));
        List<Stretch> gaps = new ArrayList<>();
        int freeSince = 0;
        for (Stretch piece : pieces) {
            if (piece.start() > freeSince) {
                gaps.add(new Stretch(freeSince, piece.start()));
            }
            freeSince = Math.max(freeSince, piece.end());
        }
        if (freeSince < DAY) {
            gaps.add(new Stretch(freeSince, DAY));
        }
        return gaps;
    }

    /** When most are there. Throws IllegalArgumentException. */
    public static Peak busiest(List<Stretch> shifts) {
        int[] changes = new int[DAY + 1];
        for (Stretch piece : pieces(shifts)) {
            changes[piece.start()]++;
            changes[piece.end()]--;
        }
        Peak best = new Peak(0, 0);
        int count = 0;
        for (int minute = 0; minute < DAY; minute++) {
            count += changes[minute];
            if (count > best.count()) {
                best = new Peak(count, minute);
            }
        }
        return best;
    }

    /** The shifts as stretches that do not go past midnight. */
    private static List<Stretch> pieces(List<Stretch> shifts) {
        List<Stretch> pieces = new ArrayList<>();
        for (Stretch shift : shifts) {
            int start = shift.start();
            int end = shift.end();
            if (start < 0 || start >= DAY || end < 0 || end > DAY || start == end) {
                throw new IllegalArgumentException(start + " to " + end + " is no shift");
            }
            if (start < end) {
                pieces.add(shift);
                continue;
            }
            pieces.add(new Stretch(start, DAY));
            if (end > 0) {
                pieces.add(new Stretch(0, end));
            }
        }
        return pieces;
    }
}
