package shop;

import java.util.ArrayList;
import java.util.List;

/** So many percent off, for one category or for all. */
public final class PercentOff implements Rule {
    private final int percent;
    private final String category;

    public PercentOff(int percent) {
        this(percent, "");
    }

    public PercentOff(int percent, String category) {
        this.percent = percent;
        this.category = category.toLowerCase();
    }

    @Override
    public List<Money> discounts(List<Line> lines) {
        List<Money> discounts = new ArrayList<>();
        for (Line line : lines) {
            discounts.add(line.category().startsWith(category) ? line.cost().percent(percent) : Money.ZERO);
        }
        return discounts;
    }
}
