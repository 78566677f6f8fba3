import type { TemplateValues } from '../../emails/index.ts';
import type { CopiedMail } from './mail-recipients.ts';

/**
 * The values of a message beside its event's payload, fixed at the emit and stored with it
 * (docs/rules.md#fixed-content).
 */
export interface MessageValues extends Omit<TemplateValues, 'event'> {
  /** What the emit said about its mail; absent where it said nothing. No template reads it. */
  readonly mail?: MailWishes;
}

/** Absent parts were not sent. */
export interface MailWishes {
  /** Instead of the template's. */
  readonly replyTo?: string;
  readonly headers?: readonly OwnHeader[];
  readonly copied?: CopiedMail;
  /** Answers come to the service (docs/rules.md#reply-address), unless the template names another address. */
  readonly takesReplies?: true;
}

/** A header field of the caller's own (docs/rules.md#headers-of-an-emit). */
export type OwnHeader = readonly [name: string, value: string];

interface Source {
  readonly contactReference: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly workspaceName: string;
}

/** The recipient of a message. */
interface Addressee {
  readonly recipient: string;
  /** Null when the recipient is no contact. */
  readonly unsubscribeUrl: string | null;
}

interface Wishes {
  readonly replyTo: string | null;
  readonly headers: readonly OwnHeader[] | null;
  readonly copied: CopiedMail | null;
  readonly takesReplies: boolean;
}

/** Returns what the values of a message have about its mail: nothing for an emit that says nothing. */
export function mailWishes({ replyTo, headers, copied, takesReplies }: Wishes): Pick<MessageValues, 'mail'> {
  const isReplied = takesReplies && replyTo === null;
  if (replyTo === null && headers === null && copied === null && !isReplied) return {};
  return {
    mail: {
      ...(replyTo !== null && { replyTo }),
      ...(headers !== null && { headers }),
      ...(copied !== null && { copied }),
      ...(isReplied && { takesReplies: true as const }),
    },
  };
}

export function messageValues(source: Source, { recipient, unsubscribeUrl }: Addressee, now: Date): MessageValues {
  return {
    contact: { email: recipient, reference: source.contactReference },
    attributes: source.attributes ?? {},
    system: { workspace_name: source.workspaceName, unsubscribe_url: unsubscribeUrl, sent_on: now.toISOString() },
  };
}
