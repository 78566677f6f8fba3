/**
 * The result of an emit, from its facts alone: the rules in the order in which they are checked
 * (docs/rules.md#emit-checks).
 */
import { fallbacksOf } from '../../../emails/index.ts';
import type { Simulation } from '../../../prisma/generated/client.ts';
import { unsubscribeUrl } from '../../contacts/contact-token.ts';
import type { App } from '../../context.ts';
import { eventTypeFields } from '../../event-types/event-type-fields.ts';
import { DomainError, invalid, notFound } from '../../ground/errors/errors.ts';
import { newId } from '../../ground/ids.ts';
import { type Metadata, recordedMetadata } from '../../ground/input/metadata.ts';
import { firstState } from '../../messages/states/message-states.ts';
import { laterThan } from '../../messages/states/send-at.ts';
import { takesReplies } from '../../sending-domain/reply-address.ts';
import { isSendable } from '../../sending-domain/sendable.ts';
import { type MessageValues, mailWishes, messageValues } from '../../templates/fixed-content.ts';
import { type WithheldReason, withheldBy } from '../../topics/topic-consent.ts';
import type { EmitAttachment } from '../attachments/check-attachments.ts';
import type { EmitRecord } from '../emit-record.ts';
import { replay } from '../idempotency/idempotency.ts';
import { secondsUntilFree } from './address-limit.ts';
import type { EmitFacts } from './emit-facts.ts';
import { emitFaults } from './emit-faults.ts';
import type { CheckedEmit, EmitAnswer, EmitWork } from './emit-work.ts';
import { readFallBacks } from './read-fall-backs.ts';
import type { RefusalReads } from './refusal-reads.ts';
import { simulationOf } from './simulator.ts';

/** An emit that passed every check, ready to be written. */
export interface AcceptedEmit {
  readonly work: EmitWork;
  readonly facts: EmitFacts;
  readonly workspaceId: string;
  readonly eventTypeId: string;
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly metadata: Metadata | null;
  readonly recipient: string;
  readonly addressHash: Buffer;
  readonly simulation: Simulation | null;
  readonly locale: string;
  /** The brand of the mail; null: none. */
  readonly brandVersion: number | null;
  /** The layout of the mail; null: none. */
  readonly layoutVersion: number | null;
  /** Null when no mail comes of the emit. */
  readonly values: MessageValues | null;
  /** Why mail of a topic is withheld from the start; null: by no rule of topics. */
  readonly withheld: WithheldReason | null;
  /** Files to store until the message is final; empty when nothing will be sent. */
  readonly attachments: readonly EmitAttachment[];
  readonly createdAt: Date;
  /** When the mail leaves; null: now. */
  readonly sendAt: Date | null;
  readonly record: EmitRecord;
}

interface Terms {
  /** Whether no other emit waits for this one; if false, `decideEmit` throws `DecideApart` where it would take long. */
  readonly alone: boolean;
  readonly reads: RefusalReads;
}

/** Returns the emit to write, or the first response of a repeated key; throws the rejection. */
export async function decideEmit(
  app: App,
  work: EmitWork,
  facts: EmitFacts,
  terms: Terms,
): Promise<{ readonly answer: EmitAnswer } | { readonly accepted: AcceptedEmit }> {
  if (facts.keyEnded) throw await terms.reads.endedKeyFault(work);
  if (facts.workspaceId === null) throw notFound('workspace');
  if (facts.keyAnswer !== null) {
    const stored = { bodyHash: facts.keyBodyHash, answer: facts.keyAnswer };
    return { answer: replay(stored, work.key, work.bodyHash) };
  }
  const faults = await emitFaults(app, work, facts, terms.reads);
  if ('faults' in work.checked || Object.keys(faults).length > 0) throw invalid(faults);
  return { accepted: await accept(app, work, work.checked, { facts, workspaceId: facts.workspaceId, ...terms }) };
}

async function accept(
  app: App,
  work: EmitWork,
  { input, attachments }: CheckedEmit,
  { facts, workspaceId, alone, reads }: Terms & { readonly facts: EmitFacts; readonly workspaceId: string },
): Promise<AcceptedEmit> {
  const { eventTypeId } = facts;
  const recipient = 'email' in input.recipient ? input.recipient.email : facts.contactEmail;
  if (eventTypeId === null || recipient === null) throw new Error('An emit without faults lacks its type or recipient');
  const fields = await eventTypeFields(app, work.platformId, eventTypeId, facts.eventTypeVersion);
  const simulation = simulationOf(recipient, app.config.simulatorDomain) ?? null;

  if (facts.workspaceStatus === 'suspended') throw new DomainError('workspace_suspended');
  if (simulation === null && !domainSendable(app, facts)) throw await reads.domainRefusal(work);

  const createdAt = app.clock.now();
  const id = newId(createdAt);
  const { templateVersionId } = facts;
  const accepted = {
    work,
    facts,
    workspaceId,
    eventTypeId,
    key: input.idempotencyKey,
    payload: input.payload,
    metadata: input.metadata,
    recipient,
    brandVersion: facts.brandVersion,
    layoutVersion: facts.layoutVersion,
    addressHash: facts.contactAddressHash ?? work.addressHash ?? app.secrets.addressHash(recipient),
    simulation,
    createdAt,
  };
  const record = {
    id,
    type: input.type,
    idempotencyKey: input.idempotencyKey,
    contact: facts.contactId === null ? null : { id: facts.contactId, reference: facts.contactReference },
    ...recordedMetadata(input.metadata),
    createdAt: createdAt.toISOString(),
  };
  if (templateVersionId === null) {
    return {
      ...accepted,
      locale: facts.workspaceLocale,
      values: null,
      withheld: null,
      attachments: [],
      sendAt: null,
      record: { ...record, message: null },
    };
  }
  const place = facts.contactId === null ? null : { workspaceId, id: facts.contactId, topic: facts.topic };
  const addressee = { recipient, unsubscribeUrl: place && unsubscribeUrl(app, place) };
  const sendAt = laterThan(createdAt, input.sendAt);
  const values = {
    ...messageValues(facts, addressee, sendAt ?? createdAt),
    ...mailWishes({
      replyTo: input.replyTo,
      headers: input.headers,
      copied: work.copies.length === 0 ? null : { to: recipient, cc: input.cc },
      takesReplies: takesReplies(app.config, facts),
    }),
  };
  const { locale, fellBack } = await readFallBacks(app, {
    platformId: work.platformId,
    templateVersionId,
    brandVersion: facts.brandVersion,
    layoutVersion: facts.layoutVersion,
    wanted: [facts.contactLocale, facts.workspaceLocale],
    values: { event: input.payload, ...values },
    options: { timezone: facts.timezone, fallbacks: fallbacksOf(fields) },
    alone,
  });
  // The hour of mail that leaves later is that in which it leaves.
  const retryAfter = sendAt === null ? secondsUntilFree(facts.recent, createdAt) : null;
  if (retryAfter !== null) throw new DomainError('recipient_rate_limited', undefined, { retryAfter });
  // Consent of mail that leaves later is that of the time at which it leaves. A block on the address comes first.
  const isBlocked = facts.suppressed && simulation === null;
  const withheld = sendAt !== null || isBlocked ? null : withheldBy(facts);
  const state = firstState({
    suppressed: facts.suppressed,
    withheld: withheld !== null,
    simulation,
    later: sendAt !== null,
  });
  return {
    ...accepted,
    locale,
    values,
    withheld,
    attachments: state !== 'suppressed' && simulation === null ? attachments : [],
    sendAt,
    record: {
      ...record,
      message: {
        id: newId(createdAt),
        state,
        templateVersionId,
        fellBack,
        simulated: simulation !== null,
        ...(sendAt === null ? {} : { sendAt: sendAt.toISOString() }),
      },
    },
  };
}

export function domainSendable(app: App, { domain, domainStatus }: EmitFacts): boolean {
  return domain !== null && domainStatus !== null && isSendable(app.config, { domain, status: domainStatus });
}
