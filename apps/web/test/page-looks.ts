import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const folder = fileURLToPath(new URL("../../../.cache/screenshots/", import.meta.url));
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
const themes = ["light", "dark"] as const;

/** Shows a page at both sizes in both themes, keeps a picture of each, and lets nothing by that shuts somebody out. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of themes) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png`, animations: "disabled" });
      expect(await widthBeyondScreen(page), `${name} on ${size} needs no scrolling sideways`).toBeLessThanOrEqual(0);
      expect(await seriousIssues(page), `${name}, ${size}, ${colorScheme}`).toEqual([]);
    }
  if (before) await page.setViewportSize(before);
}

function widthBeyondScreen(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - innerWidth");
}

async function seriousIssues(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
