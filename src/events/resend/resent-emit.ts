/** A message to send again as an emit that the ordinary write takes, with the content of the original. */
import type { App, Ctx } from '../../context.ts';
import { currentRequest } from '../../db/connections/party.ts';
import { DomainError, notFound } from '../../ground/errors/errors.ts';
import { newId } from '../../ground/ids.ts';
import { recordedMetadata } from '../../ground/input/metadata.ts';
import { keyFault } from '../../platforms/keys/key-fault.ts';
import { isSendable } from '../../sending-domain/sendable.ts';
import { type WithheldReason, withheldBy } from '../../topics/topic-consent.ts';
import { secondsUntilFree } from '../emit/address-limit.ts';
import type { AcceptedEmit } from '../emit/decide-emit.ts';
import type { EmitFacts } from '../emit/emit-facts.ts';
import type { EmitWork } from '../emit/emit-work.ts';
import type { OriginalMessage, SendableContent } from './original-message.ts';

/** The work whose facts decide about the message. Its key contains a space, so no key of a caller can be equal. */
export function resentWork(
  { platformId, apiKeyId, workspaceId: onlyWorkspace }: Ctx,
  original: OriginalMessage,
  content: SendableContent,
): EmitWork {
  const { id, workspaceId, type, addressHash } = original;
  return {
    platformId,
    apiKeyId,
    onlyWorkspace,
    workspace: { id: workspaceId },
    key: `resend ${id}`,
    erasedKey: null,
    type,
    contact: null,
    addressHash,
    copies: [],
    bodyHash: Buffer.alloc(0),
    trace: currentRequest()?.span.ids ?? null,
    isHeavy: false,
    checked: {
      input: {
        type,
        idempotencyKey: `resend ${id}`,
        payload: content.payload,
        metadata: original.metadata,
        recipient: { email: content.recipient },
        // All are within the values of the original.
        replyTo: null,
        headers: null,
        cc: [],
        bcc: [],
        sendAt: null,
      },
      attachments: [],
      fileFaults: null,
    },
  };
}

const withheldWords: Readonly<Record<WithheldReason, string>> = {
  no_marketing_consent:
    'No contact with this address has agreed to marketing, to which the topic of the message belongs.',
  left_marketing: 'The contact has left marketing, to which the topic of the message belongs.',
  left_topic: 'The contact has left the topic of the message.',
};

/** The domain of the workspace cannot send; its error needs a read of its own. */
export const domainBlocked = Symbol('domain blocked');

/**
 * Applies the rules of an emit (docs/rules.md#send-again). Returns the emit to write; throws its rejection.
 */
export function acceptResend(
  app: App,
  work: EmitWork,
  facts: EmitFacts,
  { original, content }: { readonly original: OriginalMessage; readonly content: SendableContent },
): AcceptedEmit | typeof domainBlocked {
  if (facts.keyEnded) throw keyFault('notInForce');
  const {
    workspaceId,
    templateVersionId,
    eventTypeId,
    contactId,
    contactReference,
    timezone,
    eventTypeVersion,
    contentDays,
  } = original;
  if (facts.workspaceId === null) throw notFound('workspace');
  // The name may belong to a newer event type.
  if (facts.eventTypeId !== eventTypeId) {
    throw new DomainError('content_gone', 'The event type of the message was deleted, so it cannot be sent again.');
  }
  const real = original.simulation === null;
  if (facts.workspaceStatus === 'suspended') throw new DomainError('workspace_suspended');
  const { domain, domainStatus } = facts;
  const sendable = domain !== null && domainStatus !== null && isSendable(app.config, { domain, status: domainStatus });
  if (real && !sendable) return domainBlocked;
  if (real && facts.suppressed) throw new DomainError('address_suppressed');
  // Of the topic of then or of now: neither a change of the type nor one of the contact is passed by.
  const withheld = withheldBy({ ...facts, topic: facts.topic ?? original.topic });
  if (withheld !== null) throw new DomainError('address_suppressed', withheldWords[withheld]);
  const createdAt = app.clock.now();
  const retryAfter = secondsUntilFree(facts.recent, createdAt);
  if (retryAfter !== null) throw new DomainError('recipient_rate_limited', undefined, { retryAfter });
  const id = newId(createdAt);
  const { type, idempotencyKey, simulation, fellBack, addressHash, locale, metadata } = original;
  const { brandVersion, layoutVersion } = original;
  return {
    work,
    // Revisions are those of now; what fixes the content is the original's.
    facts: { ...facts, templateVersionId, eventTypeVersion, contentDays, timezone, contactId, contactReference },
    workspaceId,
    eventTypeId,
    key: work.key ?? '',
    payload: content.payload,
    metadata,
    recipient: content.recipient,
    addressHash,
    simulation,
    locale,
    brandVersion,
    layoutVersion,
    values: content.values,
    withheld: null,
    attachments: [],
    createdAt,
    sendAt: null,
    record: {
      id,
      type,
      idempotencyKey,
      contact: contactId === null ? null : { id: contactId, reference: contactReference },
      message: { id: newId(createdAt), state: 'queued', templateVersionId, fellBack, simulated: !real },
      ...recordedMetadata(metadata),
      createdAt: createdAt.toISOString(),
    },
  };
}
