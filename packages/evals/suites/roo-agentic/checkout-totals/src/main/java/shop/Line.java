package shop;

/** So many pieces of a product, and what they cost together. */
public final class Line {
    private final String product;
    private final String category;
    private final int count;
    private final int taxRate;
    private Money cost;

    public Line(String product, String category, int count, Money cost, int taxRate) {
        this.product = product;
        this.category = category;
        this.count = count;
        this.cost = cost;
        this.taxRate = taxRate;
    }

    public String product() {
        return product;
    }

    public String category() {
        return category;
    }

    public int count() {
        return count;
    }

    public int taxRate() {
        return taxRate;
    }

    public Money cost() {
        return cost;
    }

    public void setCost(Money cost) {
        this.cost = cost;
    }
}
