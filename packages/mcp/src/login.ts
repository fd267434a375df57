export { logIn } from "./oauth/log-in.ts";
