import type { Prompt, Resource, ResourceTemplateType, Tool } from "@modelcontextprotocol/client";
import { boundSchema } from "../schema/bound-schema.ts";
import { canonicalJson, sha256 } from "./canonical-json.ts";
import type { Catalog, CatalogPrompt, CatalogResource, CatalogTool } from "./catalog.ts";
import { cleanLine, cleanText } from "./clean-text.ts";

const maxTools = 10_000;
const maxResources = 1_000;
const maxPrompts = 200;
const maxNameLength = 128;
const maxDescriptionLength = 1_000;
const maxInstructionsLength = 1_000;
const maxUriLength = 1_000;

export interface RawCatalog {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  readonly prompts: readonly Prompt[];
  readonly instructions: string | undefined;
}

/** A server's lists, cleaned and bounded. Of two tools with the same name the first is kept. */
export function cleanCatalog(raw: RawCatalog): Catalog {
  const tools = new Map<string, CatalogTool>();
  for (const tool of raw.tools.slice(0, maxTools)) {
    const cleaned = cleanTool(tool);
    if (cleaned && !tools.has(cleaned.name)) tools.set(cleaned.name, cleaned);
  }
  const resources = [
    ...raw.resources.map(({ uri, ...rest }) => cleanResource({ ...rest, uri, isTemplate: false })),
    ...raw.templates.map(({ uriTemplate, ...rest }) => cleanResource({ ...rest, uri: uriTemplate, isTemplate: true })),
  ];
  return {
    tools: [...tools.values()],
    resources: resources.filter(({ uri }) => uri !== "").slice(0, maxResources),
    prompts: raw.prompts.slice(0, maxPrompts).map(cleanPrompt),
    instructions: cleanText(raw.instructions, maxInstructionsLength),
    left: Math.max(0, raw.tools.length - maxTools),
  };
}

/** undefined for a tool whose name cannot be shown unchanged: it could not be called. */
function cleanTool(tool: Tool): CatalogTool | undefined {
  const { name, title, description, inputSchema, annotations = {} } = tool;
  if (name.length > maxNameLength || name === "" || cleanLine(name, maxNameLength) !== name) return undefined;
  const shownTitle = cleanLine(title ?? annotations.title, maxNameLength);
  return {
    name,
    title: shownTitle || undefined,
    description: cleanText(description, maxDescriptionLength),
    inputSchema: boundSchema(inputSchema),
    isReadOnly: annotations.readOnlyHint === true,
    isIdempotent: annotations.idempotentHint === true,
    isDestructive: annotations.destructiveHint === true,
    whole: sha256(canonicalJson(tool)),
  };
}

function cleanResource(resource: {
  uri: string;
  isTemplate: boolean;
  name: string;
  description?: string | undefined;
}): CatalogResource {
  const { uri, isTemplate, name, description } = resource;
  return {
    uri: uri.length <= maxUriLength && cleanLine(uri, maxUriLength) === uri ? uri : "",
    isTemplate,
    name: cleanLine(name, maxNameLength),
    description: cleanText(description, maxDescriptionLength),
  };
}

function cleanPrompt({ name, description, arguments: args = [] }: Prompt): CatalogPrompt {
  return {
    name: cleanLine(name, maxNameLength),
    description: cleanText(description, maxDescriptionLength),
    arguments: args.slice(0, 20).map((argument) => ({
      name: cleanLine(argument.name, maxNameLength),
      isRequired: argument.required === true,
    })),
  };
}
