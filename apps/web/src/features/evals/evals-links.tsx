import { Link } from "@tanstack/react-router";
import { GitCompareArrows, Plug } from "lucide-react";
import { Button } from "../../ui/button.tsx";

export function CompareLink({ chosen }: { readonly chosen: readonly number[] }) {
  const [left, right] = chosen;
  const search = {
    ...(left !== undefined && { left: String(left) }),
    ...(right !== undefined && { right: String(right) }),
  };
  return (
    <Button asChild>
      <Link to="/evals/compare" search={search}>
        <GitCompareArrows aria-hidden /> Compare{chosen.length === 2 ? " both" : ""}
      </Link>
    </Button>
  );
}

export function McpLink() {
  return (
    <Button asChild>
      <Link to="/evals/mcp">
        <Plug aria-hidden /> MCP benchmark
      </Link>
    </Button>
  );
}
