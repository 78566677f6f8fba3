/** The copies of an accepted emit as emits that the ordinary write takes (docs/rules.md#copies). */
import type { App } from '../../context.ts';
import { DomainError, invalid } from '../../ground/errors/errors.ts';
import { newId } from '../../ground/ids.ts';
import { firstState } from '../../messages/states/message-states.ts';
import { compiledTemplate } from '../../templates/compiled-template.ts';
import type { MessageValues } from '../../templates/fixed-content.ts';
import type { RecordedCopy } from '../emit-record.ts';
import { secondsUntilFree } from './address-limit.ts';
import type { EmitCopy } from './copies.ts';
import { type AcceptedEmit, domainSendable } from './decide-emit.ts';
import type { EmitFacts } from './emit-facts.ts';
import type { EmitWork } from './emit-work.ts';
import type { RefusalReads } from './refusal-reads.ts';
import { simulationOf } from './simulator.ts';

const ofOnePerson = 'must be empty: mail of the type has an unsubscribe link, which belongs to the recipient alone';

/** Rejects copies of a mail by whose link a person leaves: a copy's reader would leave for the recipient. */
export async function checkCopiesAllowed(app: App, emit: AcceptedEmit): Promise<void> {
  const { work, facts } = emit;
  if (facts.topic === null && !(await readsUrl(app, emit))) return;
  const roles = new Set(work.copies.map(({ role }) => role));
  throw invalid(Object.fromEntries([...roles].map((role) => [role, [ofOnePerson]])));
}

async function readsUrl(app: App, { work, facts, ...asked }: AcceptedEmit): Promise<boolean> {
  const { templateVersionId: versionId } = facts;
  if (versionId === null) return false;
  const { locale, brandVersion, layoutVersion } = asked;
  const template = await compiledTemplate(app, work.platformId, { versionId, locale, brandVersion, layoutVersion });
  return template.readsUnsubscribeUrl;
}

/** The work whose facts decide about a copy. */
export function copyWork(work: EmitWork, { addressHash }: EmitCopy): EmitWork {
  return { ...work, key: null, erasedKey: null, contact: null, addressHash, bodyHash: Buffer.alloc(0), copies: [] };
}

/** A copy, with the facts of its address. */
interface FoundCopy {
  readonly copy: EmitCopy;
  readonly work: EmitWork;
  readonly facts: EmitFacts;
}

/** Applies the rules of an emit that are about an address alone. Throws `domain_not_sendable`, `recipient_rate_limited`. */
export async function acceptCopies(
  app: App,
  primary: AcceptedEmit & { readonly values: MessageValues },
  found: readonly FoundCopy[],
  reads: RefusalReads,
): Promise<readonly AcceptedEmit[]> {
  const accepted: AcceptedEmit[] = [];
  // One after the other: records show copies in the order of their ids.
  for (const each of found) accepted.push(await acceptCopy(app, primary, each, reads));
  return accepted;
}

async function acceptCopy(
  app: App,
  primary: AcceptedEmit & { readonly values: MessageValues },
  { copy, work, facts }: FoundCopy,
  reads: RefusalReads,
): Promise<AcceptedEmit> {
  const { createdAt, sendAt, values, record } = primary;
  if (record.message === null || 'faults' in work.checked) throw new Error('Copies need a mail without faults');
  const simulation = simulationOf(copy.email, app.config.simulatorDomain) ?? null;
  if (simulation === null && !domainSendable(app, facts)) throw await reads.domainRefusal(work);
  const retryAfter = sendAt === null ? secondsUntilFree(facts.recent, createdAt) : null;
  if (retryAfter !== null) throw new DomainError('recipient_rate_limited', undefined, { retryAfter });
  const id = newId(createdAt);
  const state = firstState({ suppressed: facts.suppressed, withheld: false, simulation, later: sendAt !== null });
  return {
    ...primary,
    work,
    facts,
    // It contains spaces, so no key of a caller can be equal; `linkCopies` removes it.
    key: `copy ${id} ${record.id}`,
    recipient: copy.email,
    addressHash: copy.addressHash,
    simulation,
    values: { ...values, system: { ...values.system, unsubscribe_url: null } },
    attachments: state !== 'suppressed' && simulation === null ? work.checked.attachments : [],
    record: {
      ...record,
      id: newId(createdAt),
      contact: facts.contactId === null ? null : { id: facts.contactId, reference: facts.contactReference },
      message: { ...record.message, id, state, simulated: simulation !== null },
    },
  };
}

/** What the record of the emit tells of its copies. */
export function recordedCopies(
  copies: readonly EmitCopy[],
  accepted: readonly AcceptedEmit[],
): readonly RecordedCopy[] {
  return accepted.flatMap(({ record: { message } }, position) => {
    const role = copies[position]?.role;
    if (message === null || role === undefined) return [];
    return [{ id: message.id, role, state: message.state, simulated: message.simulated }];
  });
}
