/** What the list of messages may need before its first rows (docs/rules.md#console-first-rows). */
export const firstRows = {
  /** Bytes of scripts and styles, compressed. */
  files: 150_000,
  /** Bytes of all that comes over the line, with header fields and the rows: at 50 kB a second 3.3 seconds. */
  bytes: 165_000,
  requests: 20,
} as const;
