public final class ParkingFee {
    private static final int FREE_MINUTES = 15;
    private static final int HOUR_CENTS = 250;
    private static final int DAY_CENTS = 1800;
    private static final int DAY_MINUTES = 24 * 60;

    private ParkingFee() {}

    /** The fee in cents for a stay of so many minutes. Throws IllegalArgumentException for a negative time. */
    public static int fee(int minutes) {
        if (minutes < 0) {
            throw new IllegalArgumentException("a stay cannot be negative");
        }
        if (minutes <= FREE_MINUTES) {
            return 0;
        }
        int startedHours = (minutes % DAY_MINUTES + 59) / 60;
        return minutes / DAY_MINUTES * DAY_CENTS + Math.min(startedHours * HOUR_CENTS, DAY_CENTS);
    }
}
