package shop;

/** So many pieces of a product, and what they cost together. */
public record Line(String product, String category, int count, Money cost, int taxRate) {
    public Line withCost(Money other) {
        return new Line(product, category, count, other, taxRate);
    }

    public boolean isOf(String wanted) {
        return category.equalsIgnoreCase(wanted);
    }
}
