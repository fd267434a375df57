public final class ParkingFee {
    private ParkingFee() {}

    /** The fee in cents for a stay of so many minutes. Throws IllegalArgumentException for a negative time. */
    public static int fee(int minutes) {
        throw new UnsupportedOperationException("not written yet");
    }
}
