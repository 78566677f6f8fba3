/** What an emit comes to, from its facts alone: the rules of the contract in the order in which they are checked. */
import { fallbacksOf } from '../../emails/fallbacks.ts';
import { fellBackTags } from '../../emails/render.ts';
import type { Simulation } from '../../prisma/generated/client.ts';
import { unsubscribeUrl } from '../contacts/contact-token.ts';
import type { App } from '../context.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { checkPayload } from '../event-types/check-payload.ts';
import { eventTypeFields } from '../event-types/event-type-fields.ts';
import { newId } from '../ids.ts';
import { messageValues } from '../messages/message-values.ts';
import { sameBytes } from '../secrets.ts';
import { isSendable } from '../sending-domain/sendable.ts';
import { compiledTemplate, loadTemplate, messageLocale } from '../templates/compiled-template.ts';
import type { EmitAttachment } from './check-attachments.ts';
import type { EmitRecord } from './emit-record.ts';
import type { CheckedEmit, EmitAnswer, EmitWork } from './emit-work.ts';
import type { EmitFacts } from './read-emits.ts';
import { simulationOf } from './simulator.ts';

/** An emit that nothing speaks against, ready to be written. */
export interface AcceptedEmit {
  readonly work: EmitWork;
  readonly facts: EmitFacts;
  readonly workspaceId: string;
  readonly eventTypeId: string;
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly recipient: string;
  readonly addressHash: Buffer;
  readonly simulation: Simulation | null;
  readonly locale: string;
  readonly values: unknown;
  /** Files to keep until the message is final; none where nothing is to be sent. */
  readonly attachments: readonly EmitAttachment[];
  readonly createdAt: Date;
  readonly record: EmitRecord;
}

/** The first answer again, a refusal thrown, or what is to be written. */
export async function decideEmit(
  app: App,
  work: EmitWork,
  facts: EmitFacts,
): Promise<{ readonly answer: EmitAnswer } | { readonly accepted: AcceptedEmit }> {
  if (facts.keyEnded) throw new DomainError('unauthenticated');
  if (facts.workspaceId === null) throw notFound();
  if (facts.keyAnswer !== null) {
    if (facts.keyBodyHash === null || !sameBytes(facts.keyBodyHash, work.bodyHash)) {
      throw new DomainError('idempotency_key_reused');
    }
    // As sent now: of an erased person's key we kept a hash.
    return { answer: { record: { ...facts.keyAnswer, idempotencyKey: work.key ?? '' }, replayed: true } };
  }
  if ('refusal' in work.checked) throw work.checked.refusal;
  return { accepted: await accept(app, work, work.checked, facts, facts.workspaceId) };
}

async function accept(
  app: App,
  work: EmitWork,
  { input, attachments }: CheckedEmit,
  facts: EmitFacts,
  workspaceId: string,
): Promise<AcceptedEmit> {
  const { eventTypeId } = facts;
  if (eventTypeId === null) throw invalid({ type: ['is not a registered event type'] });
  const fields = await eventTypeFields(app, work.platformId, eventTypeId, facts.eventTypeVersion);
  const faults = checkPayload(fields, input.payload);
  const recipient = 'email' in input.recipient ? input.recipient.email : facts.contactEmail;
  const recipientPath = 'email' in input.recipient ? 'recipient.email' : 'recipient.contact';
  if (recipient === null) faults['recipient.contact'] = ['is not a contact of this workspace'];
  const simulation = recipient === null ? null : simulationOf(recipient, app.config.simulatorDomain);
  if (simulation === undefined) faults[recipientPath] = ['is no address that the simulator plays'];
  if (recipient === null || simulation === undefined || Object.keys(faults).length > 0) throw invalid(faults);

  if (facts.workspaceStatus === 'suspended') throw new DomainError('workspace_suspended');
  if (simulation === null && !domainSendable(app, facts)) throw new DomainError('domain_not_sendable');

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
    recipient,
    addressHash: facts.contactAddressHash ?? work.addressHash ?? app.secrets.addressHash(recipient),
    simulation,
    createdAt,
  };
  const record = {
    id,
    type: input.type,
    idempotencyKey: input.idempotencyKey,
    contact: facts.contactId === null ? null : { id: facts.contactId, reference: facts.contactReference },
    createdAt: createdAt.toISOString(),
  };
  if (templateVersionId === null) {
    return {
      ...accepted,
      locale: facts.workspaceLocale,
      values: null,
      attachments: [],
      record: { ...record, message: null },
    };
  }
  const { content } = await loadTemplate(app, work.platformId, templateVersionId);
  const locale = messageLocale(content, [facts.contactLocale, facts.workspaceLocale]);
  const template = await compiledTemplate(app, work.platformId, templateVersionId, locale);
  const place = facts.contactId === null ? null : { workspaceId, id: facts.contactId };
  const addressee = { recipient, unsubscribeUrl: place && unsubscribeUrl(app, place) };
  const values = messageValues(facts, addressee, createdAt);
  const fellBack = fellBackTags(
    template,
    { event: input.payload, ...values },
    { locale, timezone: facts.timezone, fallbacks: fallbacksOf(fields) },
  );
  const state = facts.suppressed && simulation === null ? 'suppressed' : 'queued';
  return {
    ...accepted,
    locale,
    values,
    attachments: state === 'queued' && simulation === null ? attachments : [],
    record: {
      ...record,
      message: {
        id: newId(createdAt),
        state,
        templateVersionId,
        fellBack,
        simulated: simulation !== null,
      },
    },
  };
}

function domainSendable(app: App, { domain, domainStatus }: EmitFacts): boolean {
  return domain !== null && domainStatus !== null && isSendable(app.config, { domain, status: domainStatus });
}
