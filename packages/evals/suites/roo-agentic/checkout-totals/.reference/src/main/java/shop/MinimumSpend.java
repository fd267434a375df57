package shop;

import java.util.ArrayList;
import java.util.List;

/** An amount off for those who spend enough. */
public final class MinimumSpend implements Rule {
    private final Money threshold;
    private final Money off;

    public MinimumSpend(Money threshold, Money off) {
        this.threshold = threshold;
        this.off = off;
    }

    @Override
    public List<Money> discounts(List<Line> lines) {
        long sum = lines.stream().mapToLong(line -> line.cost().cents()).sum();
        long taken = sum < threshold.cents() ? 0 : Math.min(sum, off.cents());
        List<Money> discounts = new ArrayList<>();
        long left = taken;
        for (Line line : lines) {
            long part = sum == 0 ? 0 : taken * line.cost().cents() / sum;
            discounts.add(Money.ofCents(part));
            left -= part;
        }
        for (int i = 0; i < discounts.size() && left > 0; i++) {
            if (discounts.get(i).isLessThan(lines.get(i).cost())) {
                discounts.set(i, discounts.get(i).plus(Money.ofCents(1)));
                left--;
            }
        }
        return discounts;
    }
}
