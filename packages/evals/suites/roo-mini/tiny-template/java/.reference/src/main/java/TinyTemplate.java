import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

public final class TinyTemplate {
    private TinyTemplate() {}

    /** Its message begins with "line N: ". */
    public static final class TemplateException extends RuntimeException {
        public TemplateException(String message) {
            super(message);
        }
    }

    /** Renders a part of the template in scopes, the innermost last. */
    private interface Node {
        void render(List<Map<?, ?>> scopes, StringBuilder out);
    }

    private record Filter(boolean isDefault, Function<String, String> step) {}

    /** The rendered template. Values are a String or a List of such maps. Throws TemplateException. */
    public static String render(String template, Map<String, Object> values) {
        List<Node> nodes = new Parser(template).parse(null, 0);
        StringBuilder out = new StringBuilder();
        renderAll(nodes, List.of(values), out);
        return out.toString();
    }

    private static final class Parser {
        private final String template;
        private int at = 0;
        private int line = 1;

        Parser(String template) {
            this.template = template;
        }

        List<Node> parse(String section, int since) {
            List<Node> nodes = new ArrayList<>();
            while (true) {
                String text = text();
                nodes.add((scopes, out) -> out.append(text));
                if (at == template.length()) {
                    if (section != null) {
                        throw failure(since, section + " is never closed");
                    }
                    return nodes;
                }
                int begin = line;
                String tag = tag();
                if (tag.startsWith("#") || tag.startsWith("^")) {
                    String name = checkName(tag.substring(1), begin);
                    nodes.add(sectionNode(name, tag.startsWith("#"), parse(name, begin)));
                } else if (tag.startsWith("/")) {
                    String name = checkName(tag.substring(1), begin);
                    if (!name.equals(section)) {
                        throw failure(begin, name + " ends here and did not begin");
                    }
                    return nodes;
                } else {
                    nodes.add(valueNode(tag, begin));
                }
            }
        }

        /** Up to the next tag. */
        private String text() {
            StringBuilder text = new StringBuilder();
            while (at < template.length() && !template.startsWith("{{", at)) {
                if (template.startsWith("\\{{", at)) {
                    text.append("{{");
                    at += 3;
                    continue;
                }
                if (template.charAt(at) == '\n') {
                    line++;
                }
                text.append(template.charAt(at++));
            }
            return text.toString();
        }

        private String tag() {
            int end = template.indexOf("}}", at);
            if (end < 0) {
                throw failure(line, "the tag is not closed");
            }
            String tag = template.substring(at + 2, end);
            line += (int) tag.chars().filter(character -> character == '\n').count();
            at = end + 2;
            return tag.stripLeading();
        }
    }

    private static Node valueNode(String tag, int line) {
        String[] parts = tag.split("\\|", -1);
        String name = checkName(parts[0], line);
        List<Filter> filters = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            filters.add(checkFilter(parts[i], line));
        }
        boolean hasDefault = !filters.isEmpty() && filters.get(0).isDefault();
        return (scopes, out) -> {
            Object value = lookUp(name, scopes);
            if (value == null && !hasDefault) {
                throw failure(line, "there is no " + name);
            }
            if (value instanceof List) {
                throw failure(line, name + " is a list");
            }
            String text = value == null ? "" : value.toString();
            for (Filter filter : filters) {
                text = filter.step().apply(text);
            }
            out.append(text);
        };
    }

    private static Filter checkFilter(String part, int line) {
        int colon = part.indexOf(':');
        if (colon >= 0 && part.substring(0, colon).strip().equals("or")) {
            String other = part.substring(colon + 1);
            return new Filter(true, text -> text.isEmpty() ? other : text);
        }
        switch (part.strip()) {
            case "upper":
                return new Filter(false, String::toUpperCase);
            case "lower":
                return new Filter(false, String::toLowerCase);
            case "trim":
                return new Filter(false, text -> text.replaceAll("^ +| +$", ""));
            default:
                throw failure(line, part.strip() + " is no filter");
        }
    }

    private static Node sectionNode(String name, boolean isWanted, List<Node> inner) {
        return (scopes, out) -> {
            Object value = lookUp(name, scopes);
            boolean isEmpty = value == null || value.equals("") || value.equals(List.of());
            if (isEmpty == isWanted) {
                return;
            }
            if (!isWanted || !(value instanceof List<?> list)) {
                renderAll(inner, scopes, out);
                return;
            }
            for (Object item : list) {
                List<Map<?, ?>> deeper = new ArrayList<>(scopes);
                deeper.add((Map<?, ?>) item);
                renderAll(inner, deeper, out);
            }
        };
    }

    private static void renderAll(List<Node> nodes, List<Map<?, ?>> scopes, StringBuilder out) {
        nodes.forEach(node -> node.render(scopes, out));
    }

    private static Object lookUp(String name, List<Map<?, ?>> scopes) {
        for (int i = scopes.size() - 1; i >= 0; i--) {
            if (scopes.get(i).containsKey(name)) {
                return scopes.get(i).get(name);
            }
        }
        return null;
    }

    private static String checkName(String text, int line) {
        String name = text.strip();
        if (!name.matches("[A-Za-z0-9_]+")) {
            throw failure(line, "'" + name + "' is no name");
        }
        return name;
    }

    private static TemplateException failure(int line, String message) {
        return new TemplateException("line " + line + ": " + message);
    }
}
