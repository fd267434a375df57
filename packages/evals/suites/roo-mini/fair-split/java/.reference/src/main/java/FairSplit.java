import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class FairSplit {
    private FairSplit() {}

    /** The shares in the order of the weights. Throws IllegalArgumentException. */
    public static List<Long> split(long amount, List<Long> weights) {
        long total = weights.stream().mapToLong(Long::longValue).sum();
        if (total == 0 || weights.stream().anyMatch(weight -> weight < 0)) {
            throw new IllegalArgumentException("the weights must not be negative, and not all 0");
        }
        if (amount < 0) {
            return split(-amount, weights).stream().map(share -> -share).collect(Collectors.toList());
        }
        List<Long> shares = new ArrayList<>();
        long left = amount;
        for (long weight : weights) {
            shares.add(amount * weight / total);
            left -= amount * weight / total;
        }
        IntStream.range(0, weights.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> -(amount * weights.get(i) % total)))
                .limit(left)
                .forEach(i -> shares.set(i, shares.get(i) + 1));
        return shares;
    }
}
