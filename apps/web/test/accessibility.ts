import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";

const variants = [
  { name: "desktop, dark", viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  { name: "phone, light", viewport: { width: 390, height: 844 }, colorScheme: "light" },
] as const;

/** Checks that axe finds no serious issue, and that the document itself does not scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const { name, viewport, colorScheme } of variants) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await eventually(() => page.evaluate("document.documentElement.dataset.theme")).toBe(colorScheme);
    await eventually(() => page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(
      viewport.width,
    );
    await eventually(
      () => page.evaluate("document.documentElement.scrollHeight"),
      `${name}: the document is taller than the viewport`,
    ).toBeLessThanOrEqual(viewport.height);
    expect(await seriousIssues(page), name).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

async function seriousIssues(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
