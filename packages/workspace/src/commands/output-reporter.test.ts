import * as fc from "fast-check";
import { expect, it } from "vitest";
import { OutputReporter } from "./output-reporter.ts";

it("passes everything on in order, in complete characters, however it is split", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(5)), (text, cuts) => {
      const reports: string[] = [];
      const reporter = new OutputReporter((report) => reports.push(report));
      let bytes = Buffer.from(text);
      for (const size of cuts) {
        reporter.push(bytes.subarray(0, size));
        bytes = bytes.subarray(size);
      }
      reporter.push(bytes);
      reporter.end();
      expect(reports.join("")).toBe(text.toWellFormed());
    }),
  );
});

it("combines a burst into few reports of limited size", () => {
  const reports: string[] = [];
  const reporter = new OutputReporter((report) => reports.push(report));
  for (let index = 0; index < 10_000; index += 1) reporter.push(Buffer.from("0123456789"));
  reporter.end();
  expect(reports).toHaveLength(1);
  expect(reports[0]?.length).toBeLessThan(40_000);
  expect(reports[0]).toContain("bytes omitted");
});
