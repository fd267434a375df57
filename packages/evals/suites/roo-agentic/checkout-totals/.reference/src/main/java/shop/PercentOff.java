package shop;

import java.util.List;
import java.util.stream.Collectors;

/** So many percent off, for one category or for all. */
public final class PercentOff implements Rule {
    private final int percent;
    private final String category;

    public PercentOff(int percent) {
        this(percent, null);
    }

    public PercentOff(int percent, String category) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException(percent + " %");
        }
        this.percent = percent;
        this.category = category;
    }

    @Override
    public List<Money> discounts(List<Line> lines) {
        return lines.stream()
                .map(line -> category == null || line.isOf(category) ? line.cost().percent(percent) : Money.ZERO)
                .collect(Collectors.toList());
    }
}
