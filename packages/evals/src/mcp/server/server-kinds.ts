/** The same tools behind different servers. */
export const officeServerKinds = ["stdio", "http", "flaky", "huge"] as const;
export type OfficeServerKind = (typeof officeServerKinds)[number];
