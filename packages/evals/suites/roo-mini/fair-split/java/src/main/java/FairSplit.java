import java.util.List;

public final class FairSplit {
    private FairSplit() {}

    /** The shares in the order of the weights. Throws IllegalArgumentException. */
    public static List<Long> split(long amount, List<Long> weights) {
        throw new UnsupportedOperationException("not written yet");
    }
}
