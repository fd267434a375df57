import java.util.ArrayList;
import java.util.List;

public final class WrapText {
    private WrapText() {}

    /** The text as a list of lines. Throws IllegalArgumentException for a width below 3. */
    public static List<String> wrap(String text, int width) {
        if (width < 3) {
            throw new IllegalArgumentException("a line has at least 3 characters");
        }
        List<String> result = new ArrayList<>();
        for (String paragraph : text.split("(?m)^[ \\t]*$")) {
            List<String> lines = new ArrayList<>();
            for (String block : paragraph.split("(?m)^(?=- )")) {
                lines.addAll(wrapBlock(block, width));
            }
            if (!lines.isEmpty() && !result.isEmpty()) {
                result.add("");
            }
            result.addAll(lines);
        }
        return result;
    }

    private static List<String> wrapBlock(String block, int width) {
        if (!block.startsWith("- ")) {
            return fill(block, width);
        }
        List<String> lines = fill(block.substring(2), width - 2);
        for (int i = 0; i < lines.size(); i++) {
            lines.set(i, (i == 0 ? "- " : "  ") + lines.get(i));
        }
        return lines;
    }

    private static List<String> fill(String text, int width) {
        List<String> lines = new ArrayList<>();
        String current = "";
        for (String word : text.trim().split("\\s+")) {
            if (!current.isEmpty() && current.length() + 1 + word.length() <= width) {
                current += " " + word;
                continue;
            }
            if (!current.isEmpty()) {
                lines.add(current);
            }
            while (word.length() > width) {
                lines.add(word.substring(0, width));
                word = word.substring(width);
            }
            current = word;
        }
        if (!current.isEmpty()) {
            lines.add(current);
        }
        return lines;
    }
}
