import type { App } from '../context.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { newId } from '../ground/ids.ts';
import { signDkim } from '../transport/mail/dkim.ts';
import { buildInSteps, type Mail } from '../transport/mail/mail.ts';
import { signReturnPath } from '../transport/mail/return-path.ts';
import type { DeliveryResult } from '../transport/transport.ts';

export interface Sender {
  readonly id: string;
  readonly platformId: string;
  readonly domain: string;
  readonly dkimSelector: string;
  readonly dkimKeySealed: Uint8Array;
}

export type OwnMail = Pick<Mail, 'to' | 'replyTo' | 'subject' | 'html' | 'text' | 'headers'> & {
  readonly from: { readonly localPart: string; readonly name: string | null };
  readonly attachments?: Mail['attachments'];
};

/**
 * Makes one attempt to deliver a mail of which no message is recorded: it counts in no figure, health or day cap and causes
 * no webhook, and a report about it names an id that no message has, so it changes nothing.
 */
export async function sendOwnMail(
  app: App,
  sender: Sender,
  { from, attachments = [], ...mail }: OwnMail,
): Promise<DeliveryResult> {
  const { domain, platformId } = sender;
  const date = app.clock.now();
  const id = newId(date);
  const steps = buildInSteps({
    ...mail,
    messageId: `<${id}@${domain}>`,
    date,
    from: { address: `${from.localPart}@${domain}`, name: from.name },
    attachments,
  });
  const privateKey = app.parts.dkimKeys.memo(sender.id, { context: Buffer.from(sender.dkimKeySealed) });
  const signed = { domain, selector: sender.dkimSelector, privateKey, date };
  const pieces = await signDkim(await giveWayFairly(platformId, steps), signed);
  const envelope = { from: signReturnPath(app.secrets, id, domain), to: mail.to };
  return app.transport.deliver({ party: platformId, envelope, pieces });
}
