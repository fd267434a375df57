import { ProviderError, RooError, ToolFailure } from "@roo-code/types";

export { ProviderError, RooError, ToolFailure };
