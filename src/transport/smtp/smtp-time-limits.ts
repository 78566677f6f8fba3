/**
 * How long a server may take for each step of a session (RFC 5321, 4.5.3.2; docs/rules.md#smtp-time-limits);
 * milliseconds throughout. A server that is given up too early takes the same mail a second time. Slots protect other
 * exchangers from a slow one, not these limits.
 */
export const smtpTimeLimits = {
  /** For a TCP connection, TLS of `smtps:` included. */
  connect: 15_000,
  /** From the connection to the greeting. */
  greeting: 300_000,
  /** For the reply to EHLO, HELO, STARTTLS, a step of AUTH, or RSET. */
  command: 300_000,
  /** For the handshake after STARTTLS. Where it does not end, the mail goes in the clear over another connection. */
  handshake: 120_000,
  mail: 300_000,
  rcpt: 300_000,
  data: 120_000,
  /** For one block of the mail to leave; a block has at most 256 KiB. */
  block: 180_000,
  /** From the final dot to its reply. */
  end: 600_000,
  /** For one mail from MAIL to the last reply, so that a server cannot read for hours what fits into minutes. */
  transaction: 3_600_000,
} as const;

export type SmtpStep = keyof typeof smtpTimeLimits;

/**
 * The limits that nodemailer gets. It must never give up before the rule does, and its limit of connecting decides how
 * long each of several addresses is tried.
 */
export const libraryTimeLimits = {
  connectionTimeout: smtpTimeLimits.connect,
  greetingTimeout: smtpTimeLimits.greeting,
  /** The longest silence that the rule allows at any step. */
  socketTimeout: smtpTimeLimits.end,
} as const;

/**
 * Time within which an attempt goes on to a further address or exchanger. One that was slow to fail leaves the others to
 * the next attempt.
 */
export const furtherTriesMs = 300_000;
