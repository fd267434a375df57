package shop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Of x pieces of a category only y are paid for. */
public final class BuyXPayY implements Rule {
    private record Piece(int line, long cents) {}

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
        List<Piece> pieces = pieces(lines);
        pieces.sort(Comparator.comparingLong(piece -> -piece.cents()));
        Money[] discounts = new Money[lines.size()];
        Arrays.fill(discounts, Money.ZERO);
        for (int i = 0; i < pieces.size() / x * x; i++) {
            Piece piece = pieces.get(i);
            if (i % x >= y) {
                discounts[piece.line()] = discounts[piece.line()].plus(Money.ofCents(piece.cents()));
            }
        }
        return List.of(discounts);
    }

    private List<Piece> pieces(List<Line> lines) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (!line.isOf(category)) {
                continue;
            }
            long each = line.cost().cents() / line.count();
            long more = line.cost().cents() % line.count();
            for (int piece = 0; piece < line.count(); piece++) {
                pieces.add(new Piece(i, each + (piece < more ? 1 : 0)));
            }
        }
        return pieces;
    }
}
