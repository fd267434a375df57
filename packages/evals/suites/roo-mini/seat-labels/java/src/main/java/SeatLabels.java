public final class SeatLabels {
    private SeatLabels() {}

    /** The label of a seat. Throws IllegalArgumentException. */
    public static String label(int seat, int width) {
        throw new UnsupportedOperationException("not written yet");
    }

    /** The number of the seat with a label. Throws IllegalArgumentException. */
    public static int seat(String label, int width) {
        throw new UnsupportedOperationException("not written yet");
    }
}
