import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TinyTemplateTest {
    private static final Map<String, Object> NONE = Map.of();

    private static void expect(String want, String template, Map<String, Object> values) {
        assertEquals(want, TinyTemplate.render(template, values));
    }

    private static void expectError(int line, String template, Map<String, Object> values) {
        String message = assertThrows(TinyTemplate.TemplateException.class, () -> TinyTemplate.render(template, values))
                .getMessage();
        assertTrue(message.startsWith("line " + line + ": "), message);
    }

    @Test
    void textWithoutTagsStaysAsItIs() {
        expect("a { b } c\n}} \\ d", "a { b } c\n}} \\ d", NONE);
    }

    @Test
    void names() {
        expect("x--x", "{{a}}-{{ b_2 }}-{{a}}", Map.of("a", "x", "b_2", ""));
    }

    @Test
    void valuesAreNotRenderedAgain() {
        expect("{{b}} \\{{ $1", "{{a}}", Map.of("a", "{{b}} \\{{ $1"));
    }

    @Test
    void filters() {
        expect("AB ab X Y.", "{{a|upper}} {{ a | lower }} {{b|trim|upper}}.", Map.of("a", "aB", "b", "  x y "));
    }

    @Test
    void aTextInPlaceOfNothing() {
        expect("no one -Y", "{{a|or:no one}}{{b|or: -}}{{c|or:x|upper}}", Map.of("a", "", "c", "y"));
        expect("empty", "{{a|trim|or:empty}}", Map.of("a", "  "));
    }

    @Test
    void sectionsOverLists() {
        Map<String, Object> values = Map.of("people", List.of(Map.of("name", "Ann"), Map.of("name", "Bo")), "sign", "!");
        expect("Ann! Bo! ", "{{#people}}{{name}}{{sign}} {{/people}}", values);
    }

    @Test
    void whatIsAtHandComesFirst() {
        List<Object> inner = List.of(Map.of(), Map.of("name", "deep"));
        Map<String, Object> values = Map.of("name", "out", "list", List.of(Map.of("name", "in", "list", inner)));
        expect("in deep out", "{{#list}}{{#list}}{{name}} {{/list}}{{/list}}{{name}}", values);
    }

    @Test
    void sectionsWithTexts() {
        String template = "{{#a}}[{{a}}]{{/a}}{{^a}}none{{/a}}";
        expect("[x]", template, Map.of("a", "x"));
        expect("none", template, Map.of("a", ""));
        expect("none", template, NONE);
    }

    @Test
    void sectionsForNothing() {
        String template = "{{^l}}empty{{/l}}{{#l}}x{{/l}}";
        expect("empty", template, Map.of("l", List.of()));
        expect("xx", template, Map.of("l", List.of(Map.of(), Map.of())));
    }

    @Test
    void plainBraces() {
        expect("{{a}} x \\{{a}}", "\\{{a}} {{a}} \\\\{{a}}", Map.of("a", "x"));
    }

    @Test
    void errorsInTags() {
        expectError(2, "a\n{{ b", Map.of("b", "x"));
        expectError(1, "{{}}", NONE);
        expectError(1, "{{a b}}", Map.of("a", "x"));
        expectError(3, "\n\n{{a|louder}}", Map.of("a", "x"));
        expectError(1, "{{a|or}}", Map.of("a", "x"));
        expectError(1, "{{# }}{{/ }}", NONE);
    }

    @Test
    void errorsInSections() {
        expectError(2, "x\n{{#a}}\n\n", Map.of("a", "x"));
        expectError(3, "{{#a}}\n{{#b}}\n{{/a}}{{/b}}", Map.of("a", "x", "b", "y"));
        expectError(2, "\n{{/a}}", Map.of("a", "x"));
    }

    @Test
    void errorsWithValues() {
        expectError(2, "x\n{{who}}", NONE);
        expectError(1, "{{who|upper|or:x}}", NONE);
        expectError(1, "{{l}}", Map.of("l", List.of(Map.of())));
        expectError(1, "{{l|or:x}}", Map.of("l", List.of()));
    }

    @Test
    void whatIsNotRenderedIsStillRead() {
        expect(".", "{{#no}}{{who}}{{/no}}.", NONE);
        expectError(2, "{{#no}}\n{{who|louder}}{{/no}}", NONE);
    }

    @Test
    void linesAreCountedThroughTags() {
        expectError(4, "{{ a\n}}\n\n{{who}}", Map.of("a", "x"));
    }

    @Test
    void textsComeThroughUnchanged() {
        Random random = new Random(9);
        for (int round = 0; round < 300; round++) {
            String text = pick(random, "ab {}|#/:\n", 12) + ".";
            while (text.contains("{{")) {
                text = text.replace("{{", "{ {");
            }
            String value = pick(random, "xy{}\\|\n", 6);
            expect(text + value + text, text + "{{v}}" + text, Map.of("v", value));
        }
    }

    private static String pick(Random random, String letters, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }
}
