/** What all copies of a mail say about its recipients (docs/rules.md#recipients-of-a-mail). */
export interface CopiedMail {
  /** The recipient of the emit. */
  readonly to: string;
  /** Null stands for a person who was erased. */
  readonly cc: readonly (string | null)[];
}

/** The recipients that the header of a mail names. */
interface NamedRecipients {
  readonly to: string;
  readonly cc: readonly string[];
}

/** The part of a message's values that says them. */
interface CopiedValues {
  readonly mail?: { readonly copied?: CopiedMail };
}

/** Returns those of a message to `recipient`. */
export function namedRecipients(recipient: string, { mail }: CopiedValues): NamedRecipients {
  if (mail?.copied === undefined) return { to: recipient, cc: [] };
  const { to, cc } = mail.copied;
  return { to, cc: cc.filter((address) => address !== null) };
}
