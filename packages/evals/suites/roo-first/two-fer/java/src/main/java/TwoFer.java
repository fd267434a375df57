public final class TwoFer {
    private TwoFer() {}

    /** What the seller says; null is no name. */
    public static String twoFer(String name) {
        throw new UnsupportedOperationException("not written yet");
    }
}
