/** As it comes back from jsonb: plain objects, nothing undefined. */
export function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
