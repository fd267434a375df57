import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class SeatLabels {
    private static final Pattern SHAPE = Pattern.compile("([A-Z]+)([1-9][0-9]*)");

    private SeatLabels() {}

    /** The label of a seat. Throws IllegalArgumentException. */
    public static String label(int seat, int width) {
        checkWidth(width);
        if (seat < 0) {
            throw new IllegalArgumentException("there is no seat below 0");
        }
        StringBuilder letters = new StringBuilder();
        for (int row = seat / width + 1; row > 0; row = (row - 1) / 26) {
            letters.insert(0, (char) ('A' + (row - 1) % 26));
        }
        return letters.append(seat % width + 1).toString();
    }

    /** The number of the seat with a label. Throws IllegalArgumentException. */
    public static int seat(String label, int width) {
        checkWidth(width);
        Matcher found = SHAPE.matcher(label);
        if (!found.matches() || Integer.parseInt(found.group(2)) > width) {
            throw new IllegalArgumentException(label + " is no seat");
        }
        int row = 0;
        for (char letter : found.group(1).toCharArray()) {
            row = row * 26 + letter - 'A' + 1;
        }
        return (row - 1) * width + Integer.parseInt(found.group(2)) - 1;
    }

    private static void checkWidth(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("a row has at least one seat");
        }
    }
}
