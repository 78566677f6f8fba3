import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { emailAddress } from '../../ground/addresses/email-address.ts';
import { parseInput } from '../../ground/input/input.ts';
import { domainRefusal } from '../../sending-domain/domain-refusal.ts';
import { type Sender, sendOwnMail } from '../../sending-domain/send-own-mail.ts';
import { isSendable } from '../../sending-domain/sendable.ts';
import type { DeliveryResult } from '../../transport/transport.ts';
import { type Preview, previewTemplate } from '../preview/preview-template.ts';
import { takeTestMail } from './test-mail-limit.ts';
import { checkTestRecipient } from './test-recipient.ts';

/** Time that a request waits for the other side; milliseconds (docs/rules.md#test-mail). The attempt goes on after it. */
const patience = 20_000;

/** What a mail app and a filter of the recipient can recognise a test by. */
const subjectMark = '[Test] ';
const testHeader = ['Tidings-Test', 'true'] as const;

const testInput = z.looseObject({ to: emailAddress });

export interface TestMail {
  readonly to: string;
  readonly mail: Preview;
  /** Null while the other side has not answered. */
  readonly result: DeliveryResult | null;
}

/**
 * Renders a template like a preview and makes one attempt to deliver the mail to `to` (docs/rules.md#test-mail). No
 * message is recorded, so the mail counts in no figure, health or day cap and causes no webhook. Rejects like a preview,
 * and with `domain_not_sendable`, `rate_limited`, and `validation_failed` under `to`.
 */
export async function sendTestMail(
  ctx: Ctx,
  { eventType, input }: { readonly eventType: string; readonly input: object },
): Promise<TestMail> {
  const { to, ...preview } = parseInput(testInput, input);
  const { app, platformId } = ctx;
  const sender = await app.db.prisma.sendingDomain.findUnique({ where: { platformId } });
  if (sender === null || !isSendable(app.config, sender)) throw await domainRefusal(app, platformId);
  await checkTestRecipient(ctx, to, sender);
  const mail = await previewTemplate(ctx, { eventType, input: preview, attachesPictures: true });
  await takeTestMail(ctx);
  return { to, mail, result: await attempt(ctx, sender, to, mail) };
}

function attempt({ app }: Ctx, sender: Sender, to: string, mail: Preview): Promise<DeliveryResult | null> {
  const { subject, html, text, displayName, replyTo, fromLocalPart, files } = mail;
  const sent = sendOwnMail(app, sender, {
    from: { localPart: fromLocalPart, name: displayName },
    to,
    replyTo,
    subject: `${subjectMark}${subject}`,
    html,
    text,
    attachments: files.map((file) => ({ ...file, content: [file.content] })),
    headers: [testHeader],
  });
  return within(patience, sent);
}

/** Returns null when `work` takes longer; the work goes on. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
