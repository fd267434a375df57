export { type LoginRequest, logIn } from "./oauth/log-in.ts";
