import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { nodeVersion } from "../platform/platforms.ts";
import type { InstalledPackage } from "../third-party/installed-packages.ts";
import { root } from "../workspace.ts";

interface Sbom {
  readonly version: string;
  /** ISO time of the commit. */
  readonly time: string;
  /** Packages of npm whose code is part of ours, or that are installed with it. */
  readonly packages: readonly InstalledPackage[];
}

/** The list of what a release contains, in CycloneDX 1.6. */
export function createSbom({ version, time, packages }: Sbom): object {
  const integrity = lockedIntegrity();
  const components = [
    ...packages.map((each) => componentOf(each, integrity.get(`${each.name}@${each.version}`))),
    {
      type: "platform",
      "bom-ref": `pkg:generic/node@${nodeVersion}`,
      name: "node",
      version: nodeVersion,
      purl: `pkg:generic/node@${nodeVersion}`,
      licenses: [{ license: { id: "MIT" } }],
    },
  ];
  const purl = `pkg:npm/%40roo-code/cli@${version}`;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    // The same content has the same number: a rebuild gives the same file.
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, time, components]))}`,
    version: 1,
    metadata: {
      timestamp: time,
      component: {
        type: "application",
        "bom-ref": purl,
        group: "@roo-code",
        name: "cli",
        version,
        purl,
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components,
    dependencies: [{ ref: purl, dependsOn: components.map((each) => each["bom-ref"]) }],
  };
}

function componentOf({ name, version, license }: InstalledPackage, integrity: string | undefined) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [, group, plain] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [undefined, undefined, name];
  return {
    type: "library",
    "bom-ref": purl,
    ...(group === undefined ? {} : { group }),
    name: plain ?? name,
    version,
    purl,
    licenses: [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: licenceOf(license) }],
    ...(integrity === undefined ? {} : { hashes: [{ alg: "SHA-512", content: hexOf(integrity) }] }),
  };
}

/** An identifier of SPDX if it looks like one. */
function licenceOf(license: string): { id: string } | { name: string } {
  return /^[A-Za-z0-9.-]+$/.test(license) && license !== "none" ? { id: license } : { name: license };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
}

/** `name@version` → integrity, of everything in the lockfile. */
export function lockedIntegrity(): ReadonlyMap<string, string> {
  const lock = load(readFileSync(join(root, "pnpm-lock.yaml"), "utf8")) as {
    packages: Record<string, { resolution: { integrity?: string } }>;
  };
  return new Map(
    Object.entries(lock.packages).flatMap(([key, { resolution }]) =>
      resolution.integrity === undefined ? [] : [[key, resolution.integrity]],
    ),
  );
}

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
