import type { RenderedTemplate } from '../../emails/index.ts';
import type { App } from '../context.ts';
import { namedRecipients } from '../templates/mail-recipients.ts';
import { signMessageHeader } from '../transport/mail/return-path.ts';
import { hideMacs } from '../transport/mail/signed-id.ts';
import { feedbackHeaders } from './sending/feedback-headers.ts';
import type { FixedContent } from './sending/render-content.ts';
import { replyToOf } from './sending/reply-to.ts';
import { unsubscribeHeaders } from './sending/unsubscribe-headers.ts';

export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

interface SentMessage extends FixedContent {
  readonly id: string;
  readonly workspaceId: string;
  readonly recipient: string;
  readonly primaryId: string | null;
  readonly begunAt: Date;
  readonly domain: string | null;
  /** Key of its topic; null: transactional mail. */
  readonly topic: string | null;
}

interface Written extends Pick<RenderedTemplate, 'subject' | 'displayName' | 'replyTo'> {
  readonly from: string | null;
}

/**
 * Returns the header fields of a mail in the order of the mail, decoded, as people read them
 * (docs/rules.md#rendered-mail), without the MACs by which the service knows its own mail again. Left out are the fields of
 * MIME and the signature, and, where the sending domain is no longer known, all fields that name it.
 */
export async function seenHeaders(app: App, message: SentMessage, written: Written): Promise<readonly HeaderField[]> {
  const { id, recipient, primaryId, begunAt, domain } = message;
  const { to, cc } = namedRecipients(recipient, message.values);
  const { subject, displayName, from } = written;
  const { values } = message;
  const replyTo = domain === null ? written.replyTo : replyToOf(app, { id, values, replyTo: written.replyTo, domain });
  const ofDomain: readonly (readonly [string, string])[] =
    domain === null
      ? []
      : [
          ['Message-ID', `<${primaryId ?? id}@${domain}>`],
          ['Date', begunAt.toUTCString()],
          ['Tidings-Message', signMessageHeader(app.secrets, id)],
          ...feedbackHeaders(app, message, domain),
          ...(await unsubscribeHeaders(app, message, domain)),
        ];
  const fields: readonly (readonly [string, string])[] = [
    ...(from === null ? [] : [['From', displayName ? `${displayName} <${from}>` : from] as const]),
    ['To', to],
    ...(cc.length === 0 ? [] : [['Cc', cc.join(', ')] as const]),
    ...(replyTo ? [['Reply-To', replyTo] as const] : []),
    ['Subject', subject],
    ...ofDomain,
    ...(message.values.mail?.headers ?? []),
  ];
  return fields.map(([name, value]) => ({ name, value: hideMacs(value) }));
}
