/**
 * Messages that the process which takes their emit sends itself: they are written as claimed, and their attempts begin
 * with the commit (docs/rules.md#messages-in-hand). No job, no claim and no second read stand between an emit and its
 * mail.
 */
import type { App } from '../../context.ts';
import { asParty } from '../../db/connections/party.ts';
import { domainOf } from '../../ground/addresses/domain-of.ts';
import type { ClaimedMessage } from '../../messages/claims/claimed-message.ts';
import { roomFor } from '../../messages/exchangers/exchanger-shares.ts';
import { attemptMessage } from '../../messages/sending/attempt-message.ts';
import { messageLifetime } from '../../messages/states/message-lifetime.ts';
import type { AcceptedEmit } from './decide-emit.ts';

/** Attempts in one process beside which no further message is taken in hand; the queue has no such bound. */
const attemptsMax = 200;

export interface InHand {
  readonly emits: ReadonlySet<AcceptedEmit>;
  /** To be called once: the attempts of the messages that were written as claimed begin, the others do not. */
  settle(claimed: ReadonlySet<AcceptedEmit>): void;
}

/** Takes the messages that may go out at once, and their slots in the windows of their workspaces. */
export function takeInHand(app: App, emits: readonly AcceptedEmit[]): InHand {
  const settlers: ((claimed: ReadonlySet<AcceptedEmit>) => void)[] = [];
  const taken = emits.filter((emit) => {
    const message = mayGoAtOnce(app, emit) ? newborn(app, emit) : null;
    if (message === null) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    settlers.push((claimed) => resolve(claimed.has(emit)));
    const attempt = async () => {
      // The attempt has its slot before the row is written; `settle` says after the write whether it begins.
      if (await promise) await attemptMessage(app, message);
    };
    // The attempt is work of the process, not of the request.
    app.parts.inFlight.follow(
      message,
      asParty({ kind: 'work', name: message.platformId }, attempt),
      app.clock.monotonic(),
    );
    return true;
  });
  return {
    emits: new Set(taken),
    settle(claimed) {
      for (const settle of settlers) settle(claimed);
    },
  };
}

/**
 * While a turn of the workspace runs or waits, new messages go behind those that wait for it: else the new ones could
 * take every slot.
 */
function mayGoAtOnce(
  app: App,
  { work, workspaceId, record, attachments, simulation, recipient }: AcceptedEmit,
): boolean {
  const { turns, inFlight } = app.parts;
  if (app.clock.isSound?.() === false) return false;
  if (record.message?.state !== 'queued' || attachments.length > 0) return false;
  // An operator may emit for a suspended platform; a claim then holds the mail.
  if (work.apiKeyId === null) return false;
  if (!turns.sending.isFree({ platformId: work.platformId, id: workspaceId })) return false;
  if (inFlight.isClosed() || inFlight.size() >= attemptsMax) return false;
  const { rows, past } = roomFor(app, workspaceId);
  return rows > 0 && (simulation !== null || !past.includes(domainOf(recipient)));
}

/**
 * The message as a claim would return it; null while this process does not know how its domain signs. It is queued, so
 * nothing withholds it, and it is no copy: an emit with copies takes none in hand.
 */
function newborn(app: App, emit: AcceptedEmit): ClaimedMessage | null {
  const { work, facts, workspaceId, record, simulation, recipient, addressHash, locale, values, payload } = emit;
  const { message } = record;
  const key = facts.domainId === null ? null : (app.parts.senderKeys.get(facts.domainId) ?? null);
  if (message === null || values === null || (simulation === null && key === null)) return null;
  return {
    platformId: work.platformId,
    workspaceId,
    id: message.id,
    attemptNumber: 1,
    lostLeases: 0,
    simulation,
    recipient,
    recipientDomain: domainOf(recipient),
    addressHash,
    contactId: facts.contactId,
    primaryId: null,
    sendingDomainId: facts.domainId,
    templateVersionId: message.templateVersionId,
    brandVersion: emit.brandVersion,
    layoutVersion: emit.layoutVersion,
    locale,
    timezone: facts.timezone,
    values,
    payload,
    contentDays: facts.contentDays,
    topic: facts.topic,
    withheld: null,
    eventTypeId: emit.eventTypeId,
    eventTypeVersion: facts.eventTypeVersion,
    begunAt: emit.createdAt,
    expiresAt: new Date(emit.createdAt.getTime() + messageLifetime * 1_000),
    workspaceDeleted: false,
    workspaceTimezone: facts.timezone,
    fileBytes: null,
    pixelConsent: facts.contactPixelConsent,
    suppressed: false,
    trace: work.trace,
    domainId: facts.domainId,
    domain: facts.domain,
    domainStatus: facts.domainStatus,
    dkimSelector: key?.dkimSelector ?? null,
    dkimKeySealed: key?.dkimKeySealed ?? null,
  };
}
