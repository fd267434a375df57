import { expect, test } from "vitest";
import { html } from "./markup.ts";

test("values are escaped for text and for attributes", () => {
  expect(html`<a title="${`"><script>alert('x')</script>`}">${"a & b < c"}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;">a &amp; b &lt; c</a>',
  );
});

test("markup is inserted unchanged, lists are joined, null is empty", () => {
  expect(html`<ul>${["<", "b"].map((item) => html`<li>${item}</li>`)}${null}${0}</ul>`.text).toBe(
    "<ul><li>&lt;</li><li>b</li>0</ul>",
  );
});
