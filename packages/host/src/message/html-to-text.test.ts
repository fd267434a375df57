import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlToText } from "./html-to-text.ts";

const base = new URL("https://docs.example/guide/");
const read = (html: string) => htmlToText(html, base);

describe("a page as text", () => {
  it("keeps the structure of its tags", () => {
    const html = `<!doctype html><html><head><title>Guide &amp; more</title><style>p { color: red }</style>
      <script>if (a < b) document.write("</p>canary")</script></head>
      <body><h1>Using <em>it</em></h1><p>First,\n   read   <a href="../api?x=1&amp;y=2">the API</a>
      and <a href="#top">this</a><a href="/icon"><img src=x></a>.</p><!-- canary -->
      <ul><li>one<li><p>two</p><ol><li>deep</li><li>deeper</li></ol></li></ul>
      <table><tr><th>a<th>b</tr><tr><td>1</td><td>2</td></tr></table>
      <pre>  x &lt; y\n    z</pre><svg><text>canary<svg></svg></text></svg>
      <p title="a > b">A&#228;&#x2014;&nbsp;&unknown; 3 < 4 <br>next<hr><img alt='A "cat"' src=x></p></body></html>`;
    expect(read(html)).toBe(
      [
        "Guide & more",
        "",
        "# Using it",
        "",
        "First, read the API (https://docs.example/api?x=1&y=2) and this.",
        "",
        "- one",
        "- two",
        "  1. deep",
        "  2. deeper",
        "",
        "a | b",
        "1 | 2",
        "",
        "```",
        "  x < y",
        "    z",
        "```",
        "",
        "Aä— &unknown; 3 < 4",
        "next",
        "---",
        '[image: A "cat"]',
      ].join("\n"),
    );
  });

  it.each([
    ["<p>a</p><!-- never ends", "a"],
    ['<p>a<b title="never ends>x', "a"],
    ["<p>a<script>never ends", "a"],
    ["it's <p don't>fine", "it's\n\nfine"],
    ["a<script/>b</script>c<svg/>d<svg><style/><title>e</title></svg>f<iframe><p>g</iframe>", "acdf"],
    [
      "&copy 1 &notit; &NotEqualTilde; &#0;&#xd800;&#x110000;<a href='?a=1&copy=2&amp;b'>x</a>",
      "© 1 ¬it; ≂̸ ���x (https://docs.example/guide/?a=1&copy=2&b)",
    ],
    ["", ""],
    ["<", "<"],
  ])("reads %j as a browser would", (html, text) => {
    expect(read(html)).toBe(text);
  });

  it("accepts any input, in linear time", () => {
    const unit = fc.constantFrom(
      "<",
      ">",
      "a",
      " ",
      '"',
      "'",
      "=",
      "/",
      "<a href=",
      "<pre>",
      "</pre>",
      "<li>",
      "<svg",
      "<!--",
      "&#",
      ";",
      "\n",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (html) => {
        expect(typeof read(html)).toBe("string");
      }),
      { numRuns: 100 },
    );
    for (const piece of ['<a href="', "<a ' ", "<!-- ", "<script>", "<svg>", "&#x", "<li>", "<pre> ", "\n  "])
      read(piece.repeat(200_000));
  });
});
