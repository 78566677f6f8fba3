/**
 * All faults of an emit at once: of the body, of its payload against the event type, of its recipient
 * (docs/rules.md#recipients).
 */
import type { App } from '../../context.ts';
import { checkPayload } from '../../event-types/check-payload.ts';
import { eventTypeFields } from '../../event-types/event-type-fields.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { didYouMean } from '../../ground/input/near-name.ts';
import { copyFaults } from './copies.ts';
import type { EmitFacts } from './emit-facts.ts';
import type { EmitWork } from './emit-work.ts';
import type { RefusalReads } from './refusal-reads.ts';
import { playedAddresses, simulationOf } from './simulator.ts';

/** Empty when the emit has no fault. */
export async function emitFaults(
  app: App,
  work: EmitWork,
  facts: EmitFacts,
  reads: RefusalReads,
): Promise<FieldErrors> {
  const { checked } = work;
  // A repeated key was answered before: a file may be gone by then.
  const own: FieldErrors = 'faults' in checked ? checked.faults : (checked.fileFaults ?? {});
  const payload = 'faults' in checked ? checked.payload : checked.input.payload;
  return {
    ...own,
    ...('type' in own ? {} : await typeFaults(work, facts, reads)),
    ...(payload === null ? {} : await payloadFaults(app, work, facts, payload)),
    ...recipientFaults(app, work, facts),
    ...copyFaults(app, { copies: work.copies, addressHash: facts.contactAddressHash ?? work.addressHash }),
  };
}

async function typeFaults(work: EmitWork, facts: EmitFacts, { typeNames }: RefusalReads): Promise<FieldErrors> {
  if (facts.eventTypeId !== null) return {};
  const near = didYouMean(work.type ?? '', await typeNames(work));
  return { type: [`is not a registered event type${near}`] };
}

async function payloadFaults(
  app: App,
  { platformId }: EmitWork,
  { eventTypeId, eventTypeVersion }: EmitFacts,
  payload: Readonly<Record<string, unknown>>,
): Promise<FieldErrors> {
  if (eventTypeId === null) return {};
  return checkPayload(await eventTypeFields(app, platformId, eventTypeId, eventTypeVersion), payload);
}

function recipientFaults(app: App, work: EmitWork, facts: EmitFacts): FieldErrors {
  const { checked, contact } = work;
  if (contact !== null && facts.contactEmail === null) {
    return { 'recipient.contact': ['is not a contact of this workspace'] };
  }
  const email =
    'faults' in checked ? checked.email : 'email' in checked.input.recipient && checked.input.recipient.email;
  const recipient = contact === null ? email : facts.contactEmail;
  if (!recipient) return {};
  const { simulatorDomain } = app.config;
  if (simulationOf(recipient, simulatorDomain) !== undefined) return {};
  const path = contact === null ? 'recipient.email' : 'recipient.contact';
  return { [path]: [`is no address that the simulator plays: ${playedAddresses} of ${simulatorDomain}`] };
}
