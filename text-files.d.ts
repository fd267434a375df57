/** Prompts and tool descriptions are `.md` files beside the code; bundler and tests load them as text. */
declare module "*.md" {
  const text: string;
  export default text;
}

/** Steps of the database's schema, likewise. */
declare module "*.sql" {
  const text: string;
  export default text;
}
