import { regionOf } from "../base-url.ts";
import type { Connection } from "../connection.ts";

const arnRegion = /^arn:[^:]+:bedrock:([a-z0-9-]+):/;

/** Where a request must go to: a model named by its ARN lives in one region, whatever the rest of the machine uses. */
export function awsRegion({ row, model, settings, environment }: Connection): string {
  return arnRegion.exec(model)?.[1] ?? regionOf(row, settings, environment) ?? "us-east-1";
}
