package shop;

import java.util.ArrayList;
import java.util.List;

/** Of x pieces of a category only y are paid for. */
public final class BuyXPayY implements Rule {
    private final int x;
    private final int y;
    private final String category;

    public BuyXPayY(int x, int y, String category) {
        if (y < 0 || x <= y) {
            throw new IllegalArgumentException("buy " + x + " pay " + y);
        }
        this.x = x;
        this.y = y;
        this.category = category;
    }

    @Override
    public List<Money> discounts(List<Line> lines) {
        List<Money> discounts = new ArrayList<>();
        for (Line line : lines) {
            boolean isMeant = line.category().equals(category);
            int free = isMeant ? line.count() / x * (x - y) : 0;
            discounts.add(Money.ofCents(line.cost().cents() / line.count() * free));
        }
        return discounts;
    }
}
