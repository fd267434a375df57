export { type EvalModelPlaces, evalKeyFor, withEvalModel } from "./eval-model.ts";
