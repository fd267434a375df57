import { Page } from "../../ui/page.tsx";

export function McpPage() {
  return <Page title="MCP benchmark">{null}</Page>;
}
