import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jpegSize } from "./jpeg-size.ts";
import { type PageServer, pageServer } from "./page-server.ts";
import { type TestBrowser, testBrowser } from "./test-browser.ts";

let browser: TestBrowser;
let server: PageServer;

beforeAll(async () => {
  browser = await testBrowser();
  server = await pageServer();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let count = 0;

/** Opens a page with this content. */
async function open(html: string) {
  count += 1;
  const path = `/page-${count}`;
  server.pages[path] = `<!doctype html><title>Page ${count}</title>${html}`;
  return browser.perform({ action: "navigate", url: server.origin + path });
}

async function click(view: Awaited<ReturnType<typeof open>>, text: string) {
  return browser.perform({ action: "click", element: browser.handleOf(view, text) });
}

describe("a page in the browser", () => {
  it("is shown as a tree with handles, with its address, title and window", async () => {
    const view = await open(`<h1>Shop</h1><button>Buy</button>`);
    expect(view).toMatchObject({
      url: `${server.origin}/page-${count}`,
      title: `Page ${count}`,
      size: "900x600",
      problems: [],
    });
    expect(view.snapshot).toMatch(/heading "Shop" \[level=1\] \[ref=\w+\]\n.*button "Buy" \[ref=\w+\]/);
    expect(view.screenshot).toBeUndefined();
  });

  it("can fill in and submit a form: text, a list and a checkbox", async () => {
    server.pages["/sent"] = (request, response) => response.end(`<p>Sent ${request.url}</p>`);
    const view = await open(`<form action=/sent>
      <label>Name <input name=name value=old></label> <textarea aria-label=Text name=text></textarea>
      <select aria-label=Colour name=colour><option>red<option value=g>green</select>
      <label><input type=checkbox name=agree> Agree</label> <button>Send</button></form>`);
    const element = (text: string) => browser.handleOf(view, text);
    await browser.perform({ action: "type", element: element('textbox "Name'), text: "Ann" });
    await browser.perform({ action: "type", element: element('textbox "Text'), text: "one\ntwo" });
    await browser.perform({ action: "type", element: element("combobox"), text: "green" });
    await click(view, "checkbox");
    const sent = await click(view, "button");
    expect(sent.url).toBe(`${server.origin}/sent?name=Ann&text=one%0D%0Atwo&colour=g&agree=on`);
    expect((await browser.perform({ action: "back" })).title).toBe(`Page ${count}`);
  });

  it("keeps its handles while other parts change, and shows late content", async () => {
    const view = await open(`<button onclick="load()">Load</button><ul></ul><script>
      const load = () => fetch("/data").then((r) => r.text()).then((text) => setTimeout(() => {
        document.querySelector("ul").innerHTML = "<li><button>" + text + "</button>";
      }, 30));</script>`);
    server.pages["/data"] = (_, response) => setTimeout(() => response.end("Fresh"), 200);
    const after = await click(view, "Load");
    expect(browser.handleOf(after, "Load")).toBe(browser.handleOf(view, "Load"));
    expect(after.snapshot).toContain('button "Fresh"');
    const again = await browser.perform({ action: "snapshot" });
    expect(again.snapshot).toBe(after.snapshot);
  });

  it("refuses handles of elements that are gone or never existed", async () => {
    const view = await open(`<button onclick="this.remove()">Once</button>`);
    const element = browser.handleOf(view, "Once");
    await click(view, "Once");
    for (const gone of [element, "e999", "f7e1"])
      await expect(browser.perform({ action: "click", element: gone })).rejects.toMatchObject({
        code: "unknown_element",
        message: expect.stringContaining("snapshot"),
      });
    await expect(browser.perform({ action: "hover", element: "#css" })).rejects.toMatchObject({
      code: "invalid_element",
    });
  });

  it("shows one part of a page that is too long, with handles that work", async () => {
    const items = Array.from({ length: 800 }, (_, index) => `<li><button>Item ${index}</button>`).join("");
    const view = await open(`<ul aria-label=Long>${items}</ul><nav aria-label=Foot><button>Last</button></nav>`);
    expect(view.snapshot?.length).toBeLessThan(12_200);
    expect(view.snapshot).toMatch(/lines not shown/);
    expect(view.snapshot).not.toContain("Last");
    const part = await browser.perform({ action: "snapshot", element: browser.handleOf(view, "listitem") });
    expect(part.snapshot).toMatch(/^- listitem \[ref=\w+\]:\n {2}- button "Item 0" \[ref=\w+\]$/);
    const clicked = await click(view, "Item 4");
    expect(clicked.snapshot).toContain('button "Item 4" [active]');
  });

  it("reports what blocked a click", async () => {
    const view = await open(`<button>Below</button><button disabled>Off</button>
      <div style="position:fixed;inset:0;background:#fffa" id=cover></div>`);
    await using impatient = await testBrowser({ timeouts: { actionMs: 1200 } });
    const shown = await impatient.perform({ action: "launch", url: view.url });
    const blocked = impatient.perform({ action: "click", element: impatient.handleOf(shown, "Below") });
    await expect(blocked).rejects.toMatchObject({
      code: "action_failed",
      message: expect.stringMatching(/cover.*intercepts/),
    });
    const disabled = impatient.perform({ action: "click", element: impatient.handleOf(shown, "Off") });
    await expect(disabled).rejects.toMatchObject({ message: expect.stringContaining("not enabled") });
  });

  it("accepts keys, typed text and key combinations at the focus", async () => {
    const view = await open(`<input aria-label=Field><p id=log></p><script>
      document.onkeydown = (e) => { log.textContent += " " + e.key; }</script>`);
    await click(view, "textbox");
    await browser.perform({ action: "type", text: "ab" });
    await browser.perform({ action: "press", key: "ctrl+a" });
    await browser.perform({ action: "type", text: "c" });
    const after = await browser.perform({ action: "press", key: "Tab" });
    expect(after.snapshot).toContain('textbox "Field" [ref=');
    expect(after.snapshot).toMatch(/textbox "Field".*: c\n/);
    expect(after.snapshot).toContain("a b Control a c Tab");
    await expect(browser.perform({ action: "press", key: "NoSuchKey" })).rejects.toMatchObject({ code: "invalid_key" });
  });

  it("has its dialogs answered and reported", async () => {
    const html = `<button onclick="alert('Hi'); a.textContent = confirm('Sure?') + ' ' + prompt('Who?')">Ask</button><p id=a>`;
    const dismissed = await click(await open(html), "Ask");
    expect(dismissed.snapshot).toContain("false null");
    expect(dismissed.notes).toEqual([
      'The page showed alert "Hi"; it was accepted.',
      'The page showed confirm "Sure?"; it was dismissed.',
      'The page showed prompt "Who?"; it was dismissed.',
    ]);
    await browser.perform({ action: "dialog", answer: "accept", text: "Ann" });
    const accepted = await click(await open(html), "Ask");
    expect(accepted.snapshot).toContain("true Ann");
    await browser.perform({ action: "dialog", answer: "dismiss" });
  });

  it("reports each problem since the last view once", async () => {
    const view = await open(`<img src=/no-picture><script>
      console.log("plain"); console.error("bad\\u001b[31m", { a: 1 }); for (let i = 0; i < 3; i++) console.warn("again");
      setTimeout(() => { throw new TypeError("late"); });</script>`);
    expect(view.problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^console\.log: plain \(/),
        expect.stringMatching(/^console\.error: bad\S* \{a: 1\} \(/),
        expect.stringMatching(/^console\.warning: again .* \(3 times\)$/),
        "uncaught TypeError: late",
        `404 GET ${server.origin}/no-picture`,
      ]),
    );
    expect((await browser.perform({ action: "snapshot" })).problems).toEqual([]);
  });

  it("reaches into frames, also of another origin", async () => {
    server.pages["/inner"] = `<button onclick="this.textContent = 'Pressed'">Inner</button>`;
    const other = `http://127.0.0.1:${server.port}/inner`;
    const view = await open(`<iframe src=/inner></iframe><iframe src="${other}"></iframe>`);
    const handles = [...(view.snapshot ?? "").matchAll(/button "Inner" \[ref=(f\d+e\d+)\]/g)].map(
      ([, handle]) => handle,
    );
    expect(handles).toHaveLength(2);
    for (const element of handles) await browser.perform({ action: "click", element: element ?? "" });
    const after = await browser.perform({ action: "snapshot" });
    expect(after.snapshot?.match(/button "Pressed"/g)).toHaveLength(2);
  });

  it("scrolls, in the page or in a part of it, and reports the position", async () => {
    const view = await open(`<div style="height:100px;overflow:auto" role=region aria-label=Box tabindex=0>
      <p style="height:500px">inside</p></div><p style="height:3000px">outside</p>`);
    const down = await browser.perform({ action: "scroll", direction: "down" });
    expect(down.notes).toEqual([expect.stringMatching(/^Scrolled down by 480 px, to 480 of \d+ px\.$/)]);
    const inside = await browser.perform({
      action: "scroll",
      direction: "down",
      element: browser.handleOf(view, "Box"),
    });
    expect(inside.notes).toEqual([expect.stringMatching(/^Scrolled down by 80 px, to 80 of 5\d\d px\.$/)]);
    await browser.perform({ action: "scroll", direction: "up" });
    const top = await browser.perform({ action: "scroll", direction: "up" });
    expect(top.notes).toEqual(["Nothing was scrolled: this is the beginning."]);
  });

  it("is captured in the window's size, and clicked by coordinates", async () => {
    await open(`<body style="margin:0"><button style="position:absolute;left:300px;top:200px;width:100px;height:50px"
      onclick="document.title = 'Hit'">Here</button>`);
    const { screenshot } = await browser.perform({ action: "screenshot" });
    expect(jpegSize(screenshot)).toEqual({ width: 900, height: 600 });
    const hit = await browser.perform({ action: "click", coordinate: "175,112@450x300" });
    expect(hit).toMatchObject({ title: "Hit", screenshot: { mediaType: "image/jpeg" } });
    expect(hit.snapshot).toBeUndefined();
    await expect(browser.perform({ action: "click", coordinate: "900,10" })).rejects.toMatchObject({
      code: "invalid_coordinate",
    });
    expect((await browser.perform({ action: "snapshot" })).snapshot).toContain("Here");
  });

  it("is captured within a megabyte, however complex", async () => {
    await open(`<body style="margin:0"><canvas width=1920 height=1440></canvas><script>
      const c = document.querySelector("canvas").getContext("2d"), d = c.createImageData(1920, 1440);
      for (let i = 0, s = 1; i < d.data.length; i++) { s = (s * 1103515245 + 12345) & 0x7fffffff; d.data[i] = s >> 16; }
      c.putImageData(d, 0, 0);</script>`);
    await browser.perform({ action: "resize", size: "1920x1440" });
    const { screenshot, size } = await browser.perform({ action: "screenshot" });
    expect(size).toBe("1920x1440");
    expect(jpegSize(screenshot)).toEqual({ width: 1920, height: 1440 });
    expect(Buffer.from(screenshot?.data ?? "", "base64").length).toBeLessThanOrEqual(1024 * 1024);
    await browser.perform({ action: "snapshot" });
    const small = await browser.perform({ action: "resize", size: "900x600" });
    expect(small.notes).toEqual(["The window is 900x600 now."]);
    await expect(browser.perform({ action: "resize", size: "huge" })).rejects.toMatchObject({ code: "invalid_size" });
  });

  it("opens tabs, which become current and are reported; back closes them", async () => {
    server.pages["/tab"] = `<title>Tab</title><button onclick="window.close()">Close</button>`;
    const view = await open(`<a href=/tab target=_blank rel=opener>Open</a>`);
    const tab = await click(view, "Open");
    expect(tab.title).toBe("Tab");
    expect(tab.notes).toEqual(["The page opened a new tab, which is now shown; back closes it."]);
    expect((await browser.perform({ action: "back" })).title).toBe(`Page ${count}`);
    await browser.perform({ action: "resize", size: "640x480" });
    const again = await click(view, "Open");
    const { screenshot } = await browser.perform({ action: "screenshot" });
    expect(jpegSize(screenshot)).toEqual({ width: 640, height: 480 });
    await browser.perform({ action: "resize", size: "900x600" });
    const closing = await click(again, "Close");
    expect(closing).toMatchObject({
      title: `Page ${count}`,
      notes: ["The tab was closed; the previous one is now shown."],
    });
  });

  it("gets no downloads and no uploads, which is reported", async () => {
    server.pages["/file.zip"] = (_, response) =>
      response.writeHead(200, { "content-type": "application/zip", "content-disposition": "attachment" }).end("PK");
    const view = await open(`<a href=/file.zip>Load</a><input type=file aria-label=Upload>`);
    const clicked = await click(view, "Load");
    expect(clicked.notes).toEqual([`A download was refused: file.zip from ${server.origin}/file.zip`]);
    expect((await click(view, "Upload")).notes).toEqual(["The page asked for a file to upload; none was given."]);
    await expect(browser.perform({ action: "navigate", url: `${server.origin}/file.zip` })).rejects.toMatchObject({
      code: "download_refused",
    });
  });

  it("may navigate by itself", async () => {
    server.pages["/login"] = "<title>Login</title>";
    expect((await open(`<script>location.href = "/login"</script>`)).title).toBe("Login");
  });

  it("has Intl and a language", async () => {
    const view = await open(
      `<p id=p></p><script>p.textContent = new Intl.NumberFormat().format(1234.5) + navigator.language</script>`,
    );
    expect(view.snapshot).toContain("1,234.5en-US");
  });
});
