/** What the list of messages may need before its first rows (docs/rules.md#console-first-rows). */
export const firstRows = {
  /** Bytes of scripts and styles, compressed. */
  files: 165_000,
  /** Bytes of all that comes over the line, with header fields and the rows: at 50 kB a second four seconds. */
  bytes: 200_000,
  requests: 48,
} as const;
