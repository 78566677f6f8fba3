/** The codes that a reply begins with, such as `421 4.7.28` (RFC 5321, RFC 3463); null where it begins with none. */
export function codesOf(reply: string): string | null {
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0]?.replace('-', ' ') ?? null;
}
