import type { App } from '../../context.ts';
import type { MessageValues } from '../../templates/fixed-content.ts';
import { signReplyAddress } from '../../transport/mail/return-path.ts';

interface AnsweredMail {
  readonly id: string;
  readonly values: MessageValues;
  /** The address of the emit or of the template; null: neither has one. */
  readonly replyTo: string | null;
  /** The sending domain. */
  readonly domain: string;
}

/**
 * Where answers to a mail go: to its own address for them, else to the service if its platform wanted them there at the
 * emit.
 */
export function replyToOf(app: App, { id, values, replyTo, domain }: AnsweredMail): string | null {
  if (replyTo !== null) return replyTo;
  return values.mail?.takesReplies === true ? signReplyAddress(app.secrets, id, domain) : null;
}
