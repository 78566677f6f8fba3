import type { KeyObject } from 'node:crypto';
import type { RenderedTemplate } from '../../../emails/index.ts';
import type { App } from '../../context.ts';
import { eventTypeFields } from '../../event-types/event-type-fields.ts';
import { releaseCollected } from '../../ground/collect-garbage.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { isSendable } from '../../sending-domain/sendable.ts';
import { loadTemplate } from '../../templates/compiled-template.ts';
import { namedRecipients } from '../../templates/mail-recipients.ts';
import { reasonOf } from '../../topics/topic-consent.ts';
import { signDkim } from '../../transport/mail/dkim.ts';
import { buildInSteps, type Mail, type MailAttachment } from '../../transport/mail/mail.ts';
import type { MailFacts } from '../../transport/mail/mail-facts.ts';
import { MailTooLarge } from '../../transport/mail/mime.ts';
import { signMessageHeader, signReturnPath } from '../../transport/mail/return-path.ts';
import type { DeliveryResult } from '../../transport/transport.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';
import type { Ending, MessageOutcome } from '../outcomes/message-outcome.ts';
import { nextTry, retriedFor } from '../outcomes/retry-schedule.ts';
import { waiting } from '../waiting.ts';
import { feedbackHeaders } from './feedback-headers.ts';
import { loadAttachments } from './load-attachments.ts';
import { loadFacts } from './load-facts.ts';
import { openPixelUrl } from './open-pixel-url.ts';
import { playSimulation } from './play-simulation.ts';
import { renderContent } from './render-content.ts';
import { replyToOf } from './reply-to.ts';
import { unsubscribeHeaders } from './unsubscribe-headers.ts';

/** The domain that signs the mail and that the mail comes from, checked to be sendable. */
interface Sender {
  readonly domain: string;
  readonly selector: string;
  readonly privateKey: KeyObject;
}

/** Makes one attempt at one claimed message. Delivery failures are outcomes; an exception is a bug. */
export async function sendMessage(app: App, message: ClaimedMessage): Promise<MessageOutcome> {
  const at = app.clock.now();
  const ended = (ending: Ending): MessageOutcome => ({ message, ending, trace: null, mailboxFault: false, at });
  if (message.workspaceDeleted) return ended({ state: 'failed', reason: 'workspace_deleted' });
  if (message.suppressed) return ended({ state: 'suppressed' });
  const withheld = reasonOf(message.withheld);
  if (withheld !== null) return ended({ state: 'suppressed', withheld });
  if (message.simulation !== null) {
    return { message, ...playSimulation(message.simulation, message, at), mailboxFault: false, at };
  }
  const sender = senderOf(app, message);
  if (sender === null) return ended({ state: 'failed', reason: 'domain_not_sendable' });
  const refused = app.transport.outage?.(message.recipient) ?? null;
  if (refused !== null) return outcomeOf(app, message, refused, at);
  const releaseRoom =
    message.fileBytes === null ? null : await app.parts.fileRoom.take(message.platformId, message.fileBytes);
  try {
    const mail = await makeMail(app, message, sender, at);
    if ('reason' in mail) return ended({ state: 'failed', reason: mail.reason });
    const result = await app.transport.deliver({
      party: message.workspaceId,
      envelope: { from: signReturnPath(app.secrets, message.id, sender.domain), to: message.recipient },
      pieces: mail.pieces,
      // A lost attempt counts as one, so that the schedule alone would say too much.
      retriedForMs: Math.min(retriedFor(message.attemptNumber), at.getTime() - message.begunAt.getTime()),
      facts: mail.facts,
      mayGoOn: (step) => app.parts.inFlight.mayGoOn(message, step),
    });
    if (result.wait) return waiting(app, message, result.wait);
    return outcomeOf(app, message, result, at);
  } finally {
    if (releaseRoom) releaseCollected(message.fileBytes ?? 0, releaseRoom);
  }
}

function outcomeOf(app: App, message: ClaimedMessage, result: DeliveryResult, at: Date): MessageOutcome {
  const { durationMs, exchanger, tlsVersion, category, replyCode, enhancedCode, reply, outcome } = result;
  if (outcome === 'withdrawn') return putBack(app, message);
  return {
    message,
    ending: endingOf({ ...result, outcome }, message, app.clock.now()),
    trace: {
      at,
      durationMs,
      transport: app.transport.name,
      outcome,
      exchanger,
      tlsVersion,
      category,
      replyCode,
      enhancedCode,
      reply,
    },
    mailboxFault: result.mailboxFault,
    at: app.clock.now(),
  };
}

function senderOf(app: App, message: ClaimedMessage): Sender | null {
  const { domainId, domain, domainStatus, dkimSelector, dkimKeySealed } = message;
  if (domainId === null || domain === null || domainStatus === null) return null;
  if (dkimSelector === null || dkimKeySealed === null) return null;
  // The domain was replaced since the emit.
  if (domainId !== message.sendingDomainId) return null;
  if (!isSendable(app.config, { domain, status: domainStatus })) return null;
  const { dkimKeys, meters } = app.parts;
  meters.caches.add('dkim_keys', dkimKeys.has(domainId) ? 'hit' : 'miss');
  const privateKey = dkimKeys.memo(domainId, { context: dkimKeySealed });
  return { domain, selector: dkimSelector, privateKey };
}

/** Renders the mail of an attempt, with an open pixel where the person consented. */
export function renderMessage(app: App, message: ClaimedMessage): Promise<RenderedTemplate> {
  return renderContent(app, message, { openPixelUrl: message.pixelConsent ? openPixelUrl(app, message.id) : null });
}

/** A mail that is ready to go out. Its files are kept as they are sent, and no more as they were read. */
interface MadeMail {
  readonly pieces: readonly Buffer[];
  readonly facts: MailFacts | null;
}

async function makeMail(
  app: App,
  message: ClaimedMessage,
  sender: Sender,
  at: Date,
): Promise<MadeMail | { readonly reason: 'message_too_large' | 'render_failed' }> {
  // Outside of the rendering: a short outage of the database must not fail the message for good.
  const parts = await loadParts(app, message, sender, at);
  try {
    return { pieces: await composeMail(app, message, parts), facts: parts.facts };
  } catch (error) {
    // The error may hold values of the mail.
    const told = message.contentDays === 0 ? { error: nameOf(error) } : { err: error };
    app.log.error({ ...told, message: message.id }, 'message rendering failed');
    return { reason: error instanceof MailTooLarge ? 'message_too_large' : 'render_failed' };
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

interface MailParts {
  readonly sender: Sender;
  readonly attachments: readonly MailAttachment[];
  readonly fromLocalPart: string;
  readonly unsubscribe: Mail['headers'];
  readonly facts: MailFacts | null;
  readonly at: Date;
}

/** Loads the data of the mail that the claim lacks; the template's caches keep what rendering reads besides. */
async function loadParts(app: App, message: ClaimedMessage, sender: Sender, at: Date): Promise<MailParts> {
  const { platformId } = message;
  const [attachments, { fromLocalPart }, unsubscribe, facts] = await Promise.all([
    loadAttachments(app, message),
    loadTemplate(app, platformId, message.templateVersionId),
    unsubscribeHeaders(app, message, sender.domain),
    loadFacts(app, message),
    eventTypeFields(app, platformId, message.eventTypeId, message.eventTypeVersion),
  ]);
  return { sender, at, attachments, fromLocalPart, unsubscribe, facts };
}

async function composeMail(app: App, message: ClaimedMessage, parts: MailParts): Promise<readonly Buffer[]> {
  const { sender, attachments, fromLocalPart, unsubscribe, at } = parts;
  const { subject, html, text, displayName, replyTo, files } = await renderMessage(app, message);
  const steps = buildInSteps({
    // Both equal for every attempt and every copy, so that a mail that comes twice can be recognised.
    messageId: `<${message.primaryId ?? message.id}@${sender.domain}>`,
    date: message.begunAt,
    from: { address: `${fromLocalPart}@${sender.domain}`, name: displayName },
    ...namedRecipients(message.recipient, message.values),
    replyTo: replyToOf(app, { id: message.id, values: message.values, replyTo, domain: sender.domain }),
    subject,
    html,
    text,
    attachments: [...attachments, ...files.map((file) => ({ ...file, content: [file.content] }))],
    headers: [
      ['Tidings-Message', signMessageHeader(app.secrets, message.id)],
      ...feedbackHeaders(app, message, sender.domain),
      ...unsubscribe,
    ],
    ownHeaders: message.values.mail?.headers ?? [],
  });
  return signDkim(await giveWayFairly(message.platformId, steps), { ...sender, date: at });
}

type Made = DeliveryResult & { readonly outcome: Exclude<DeliveryResult['outcome'], 'withdrawn'> };

function endingOf(result: Made, message: ClaimedMessage, now: Date): Ending {
  switch (result.outcome) {
    case 'delivered':
      return { state: 'delivered', evidence: result.evidence ?? 'exchanger' };
    case 'relayed':
      return { state: 'sent' };
    case 'bounced':
      return { state: 'bounced', bounce: result.bounce ?? 'soft' };
    case 'failed':
      return { state: 'failed', reason: result.reason ?? 'transport_refused' };
    case 'temporary':
      return { state: 'queued', dueAt: nextTry(message, now) };
  }
}

/** No attempt was made: the message is due as before. */
export function putBack(app: App, message: ClaimedMessage): MessageOutcome {
  const ending = { state: 'queued', dueAt: null } as const;
  return { message, ending, trace: null, mailboxFault: false, at: app.clock.now() };
}
