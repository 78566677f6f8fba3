/** What processes tell each other of a provider. */
export interface PaceRow {
  readonly provider: string;
  readonly connections: number;
  readonly ceiling: number | null;
  readonly mailsPerConnection: number | null;
  readonly mailsPerMinute: number | null;
  readonly quietSince: Date | null;
  readonly quietUntil: Date | null;
  /** Milliseconds. */
  readonly quietMs: number | null;
  readonly reply: string | null;
  /** When the provider last refused. */
  readonly askedAt: Date;
}
