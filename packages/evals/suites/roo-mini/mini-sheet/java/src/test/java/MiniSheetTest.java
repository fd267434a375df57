import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MiniSheetTest {
    /** Names and texts in turn. */
    private static Map<String, String> cells(String... words) {
        Map<String, String> cells = new HashMap<>();
        for (int i = 0; i < words.length; i += 2) {
            cells.put(words[i], words[i + 1]);
        }
        return cells;
    }

    /** Formulas and what they show, in turn. */
    private static void expectFormulas(Map<String, String> given, String... cases) {
        cells(cases).forEach((text, want) -> {
            Map<String, String> all = new HashMap<>(given);
            all.put("Z99", text);
            assertEquals(want, MiniSheet.evaluate(all).get("Z99"), text);
        });
    }

    private static void expect(Map<String, String> given, String... shown) {
        assertEquals(cells(shown), MiniSheet.evaluate(given));
    }

    @Test
    void numbersAndTexts() {
        expect(
                cells("A1", "7", "A2", "-007", "A3", "-0", "B1", "seven", "B2", "", "B3", "+1", "B4", " 1", "B5", "1.5"),
                "A1", "7", "A2", "-7", "A3", "0", "B1", "seven", "B2", "", "B3", "+1", "B4", " 1", "B5", "1.5");
    }

    @Test
    void arithmetic() {
        expectFormulas(
                Map.of(), "=1+2*3", "7", "=(1+2)*3", "9", "=10-4-3", "3", "=24/4/2", "3", "=2*-3", "-6", "=--5", "5",
                "=-2*-(1+1)", "4", "= 1 +  2 ", "3", "=7/2", "3", "=-7/2", "-3", "=7/-2", "-3", "=007", "7", "=0-0", "0");
    }

    @Test
    void cellsByName() {
        expectFormulas(cells("A1", "5", "B2", "=A1-3"), "=A1+B2*A1", "15");
        expectFormulas(Map.of(), "=A1+1", "1");
        expect(cells("A1", "=B1", "B1", "=C1", "C1", "3"), "A1", "3", "B1", "3", "C1", "3");
    }

    @Test
    void functions() {
        expectFormulas(
                cells("A1", "4", "B1", "-2", "A2", "text", "B2", "=A1*2", "C3", "100"),
                "=SUM(A1:B2)", "10", "=MIN(A1:B2)", "-2", "=MAX(A1:B2)", "8", "=COUNT(A1:B3)", "3", "=SUM(A1:A1)", "4",
                "=SUM(D1:E9)", "0", "=MAX(D1:E9)", "0", "=MIN(A2:A2)", "0", "=COUNT(A2:A9)", "0", "=-SUM( A1 : B1 )*2", "-4");
    }

    @Test
    void syntax() {
        List<String> texts = List.of(
                "=", "= ", "=1+", "=*2", "=1 2", "=(1", "=1)", "=()", "=a1", "=A", "=A0", "=A01", "=A100", "=AA1", "=SUM",
                "=SUM()", "=SUM(A1)", "=SUM(A1:)", "=SUM(A1:B2", "=SUM(1:2)", "=sum(A1:B2)", "=FOO(A1:B2)", "=SUM(B1:A2)",
                "=SUM(A2:B1)", "=A1:B2", "=+1", "=1.5", "=1,2", "=A 1", "=1==1", "=SUM A1:B2", "=2A1", "=SUM(A1:B2:C3)");
        for (String text : texts) {
            expectFormulas(Map.of(), text, "#SYNTAX");
        }
    }

    @Test
    void types() {
        expectFormulas(cells("A1", "x"), "=A1+1", "#TYPE");
        expectFormulas(cells("A1", ""), "=-A1", "#TYPE");
    }

    @Test
    void divisionByZero() {
        expectFormulas(cells("A1", "3"), "=1/0", "#DIV", "=1/(A1-A1)", "#DIV", "=0/B1", "#DIV");
    }

    @Test
    void errorsSpread() {
        expect(
                cells("A1", "=1/0", "A2", "=A1+1", "A3", "=SUM(A1:A2)", "A4", "=COUNT(A2:A2)", "A5", "x", "B1", "=(", "B2", "=B1"),
                "A1", "#DIV", "A2", "#DIV", "A3", "#DIV", "A4", "#DIV", "A5", "x", "B1", "#SYNTAX", "B2", "#SYNTAX");
    }

    @Test
    void theFirstErrorCounts() {
        expectFormulas(
                cells("A1", "=1/0", "B1", "=(", "A2", "=)", "C1", "x"),
                "=A1+B1", "#DIV", "=B1+A1", "#SYNTAX", "=C1/0", "#TYPE", "=1/0+C1", "#DIV", "=0*(C1+A1)", "#TYPE",
                "=SUM(A1:B2)", "#DIV", "=SUM(B1:C1)", "#SYNTAX", "=SUM(A2:B2)+A1", "#SYNTAX", "=1/B1", "#SYNTAX");
    }

    @Test
    void cycles() {
        expect(cells("A1", "=A1"), "A1", "#CYCLE");
        expect(
                cells("A1", "=B1", "B1", "=C1+1", "C1", "=A1*0", "D1", "=C1", "E1", "5", "F1", "=E1"),
                "A1", "#CYCLE", "B1", "#CYCLE", "C1", "#CYCLE", "D1", "#CYCLE", "E1", "5", "F1", "5");
    }

    @Test
    void cyclesThroughRangesAndBesideOtherErrors() {
        expect(cells("B2", "=COUNT(A1:C3)"), "B2", "#CYCLE");
        expect(cells("A1", "=1/0+A2", "A2", "=A1"), "A1", "#CYCLE", "A2", "#CYCLE");
        expect(cells("A1", "=1/0+A2", "A2", "=A2"), "A1", "#DIV", "A2", "#CYCLE");
        expect(cells("A1", "=A2+(", "A2", "=A1"), "A1", "#SYNTAX", "A2", "#SYNTAX");
    }

    @Test
    void longChains() {
        Map<String, String> given = cells("A1", "1", "B1", "=A99+1");
        for (int row = 2; row < 100; row++) {
            given.put("A" + row, "=A" + (row - 1) + "+1");
            given.put("B" + row, "=B" + (row - 1) + "+1");
        }
        Map<String, String> shown = MiniSheet.evaluate(given);
        assertEquals("99", shown.get("A99"));
        assertEquals("198", shown.get("B99"));
    }

    @Test
    void manyWaysToTheSameCell() {
        Map<String, String> given = cells("A1", "9");
        for (int row = 2; row < 60; row++) {
            String above = "A" + (row - 1);
            given.put("A" + row, "=" + above + "+" + above + "-" + above);
        }
        assertEquals("9", MiniSheet.evaluate(given).get("A59"));
    }

    @Test
    void sumsAgreeWithAdditions() {
        Random random = new Random(12);
        for (int round = 0; round < 40; round++) {
            Map<String, String> given = cells("Y1", "=SUM(A1:D4)", "Y3", "=Y1-Y2");
            List<String> names = new ArrayList<>();
            int sum = 0;
            for (int i = 0; i < 16; i++) {
                String name = "" + "ABCD".charAt(i % 4) + (i / 4 + 1);
                names.add(name);
                if (random.nextInt(10) < 7) {
                    int number = random.nextInt(101) - 50;
                    given.put(name, String.valueOf(number));
                    sum += number;
                }
            }
            given.put("Y2", "=" + String.join("+", names));
            Map<String, String> shown = MiniSheet.evaluate(given);
            assertEquals(String.valueOf(sum), shown.get("Y1"));
            assertEquals("0", shown.get("Y3"));
        }
    }
}
