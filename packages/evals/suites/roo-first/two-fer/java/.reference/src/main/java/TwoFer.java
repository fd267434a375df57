public final class TwoFer {
    private TwoFer() {}

    /** What the seller says; null is no name. */
    public static String twoFer(String name) {
        String given = name == null ? "" : name.trim();
        return "A loaf for " + (given.isEmpty() ? "a friend" : given) + " and a loaf for me.";
    }
}
