import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WrapTextTest {
    private static void expect(String text, int width, String... want) {
        assertEquals(List.of(want), WrapText.wrap(text, width));
    }

    @Test
    void nothing() {
        expect("", 10);
        expect(" \n\t\n ", 10);
    }

    @Test
    void whatFitsIsOneLine() {
        expect("one two", 7, "one two");
    }

    @Test
    void asManyWordsAsFit() {
        expect("the quick brown fox jumps", 10, "the quick", "brown fox", "jumps");
    }

    @Test
    void anySpaceSeparatesWords() {
        expect("  a\tb \n c  ", 10, "a b c");
    }

    @Test
    void aLongWordIsCut() {
        expect("an extraordinary day", 6, "an", "extrao", "rdinar", "y day");
        expect("abcdef", 3, "abc", "def");
    }

    @Test
    void paragraphs() {
        expect("a\nb\n\n \t\n\nc\n\n", 9, "a b", "", "c");
    }

    @Test
    void items() {
        expect("To do:\n- buy bread and milk\n- sleep", 12, "To do:", "- buy bread", "  and milk", "- sleep");
    }

    @Test
    void aLineAfterAnItemGoesOnWithIt() {
        expect("- one\ntwo\n- three", 20, "- one two", "- three");
    }

    @Test
    void anItemEndsWithItsParagraph() {
        expect("- one\n\ntwo", 20, "- one", "", "two");
    }

    @Test
    void longWordsInItems() {
        expect("- abcdefg h", 5, "- abc", "  def", "  g h");
    }

    @Test
    void dashesElsewhereAreWords() {
        expect("a - b -c\n-d\n - e", 30, "a - b -c -d - e");
    }

    @Test
    void itemsWithoutWords() {
        expect("- \n-  \n- x", 10, "- x");
    }

    @Test
    void widthsThatCannotBe() {
        for (int width : new int[] {2, 0, -5}) {
            assertThrows(IllegalArgumentException.class, () -> WrapText.wrap("a", width));
        }
    }

    @Test
    void noLineTooLongAndNoLetterLost() {
        Random random = new Random(8);
        String[] spaces = {" ", "  ", "\n", "\t"};
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            StringBuilder letters = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0; i--) {
                String word = "x".repeat(1 + random.nextInt(14));
                text.append(word).append(spaces[random.nextInt(4)]);
                letters.append(word);
            }
            int width = 3 + random.nextInt(18);
            List<String> lines = WrapText.wrap(text.toString(), width);
            assertEquals(letters.toString(), String.join("", lines).replace(" ", ""));
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                assertTrue(!line.isEmpty() && line.length() <= width && line.equals(line.trim()), line);
                String first = i + 1 < lines.size() ? lines.get(i + 1).split(" ")[0] : "x".repeat(width);
                assertTrue(line.length() + 1 + first.length() > width || first.length() == width, line);
            }
        }
    }
}
