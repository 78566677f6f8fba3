/**
 * Writes outcomes in group commits within milliseconds of the reply. The message's state, its attempt, the suppression
 * of its address, the workspace's counts and the webhooks are committed together: most outcomes by one statement, those
 * that may block an address by a transaction.
 */
import type { App } from '../../context.ts';
import { byWorkspace, type Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import type { TimeLimits } from '../../db/connections/time-limits.ts';
import type { AddressFault } from '../../suppressions/address-fault.ts';
import { type MailboxFault, noteMailboxFaults } from '../../suppressions/note-mailbox-faults.ts';
import { suppressAddresses } from '../../suppressions/suppress-addresses.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { recordWebhooks, webhooksOf } from '../../webhooks/record-webhooks.ts';
import { updateHealth } from '../../workspaces/health/update-health.ts';
import { keepSimulatedReplies } from '../replies/simulated-replies.ts';
import { isHardBounce } from './counts-for-health.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { causesOf } from './outcome-facts.ts';
import { writeOutcomes } from './write-outcomes.ts';

/** Resolves once the outcome is committed. */
export function recordOutcome(app: App, outcome: MessageOutcome): Promise<void> {
  return app.parts.outcomes.add(outcome);
}

/** Writes a batch. Two of its outcomes may be committed apart; what belongs to one outcome never is. */
export async function recordOutcomes(app: App, outcomes: readonly MessageOutcome[], limits: TimeLimits): Promise<void> {
  for (const fault of (await recordApart(app, outcomes, limits)).values()) throw fault;
}

/** The same; returns why outcomes are not known to be written: on a cluster what fails for one workspace concerns its own alone. */
export async function recordApart(
  app: App,
  outcomes: readonly MessageOutcome[],
  limits: TimeLimits,
): Promise<ReadonlyMap<MessageOutcome, unknown>> {
  // Every batch locks in the same order, so that two batches cannot deadlock.
  const sorted = outcomes.toSorted((a, b) => (a.message.id < b.message.id ? -1 : 1));
  const workspaceOf = ({ message }: MessageOutcome) => message.workspaceId;
  const answers = await byWorkspace(app.db, sorted, workspaceOf, async (some, form) => {
    await recordTogether(app, some, { form, limits });
    return some;
  });
  const faults = sorted.map((outcome, at) => [outcome, answers[at]] as const);
  return new Map(faults.flatMap(([outcome, answer]) => (answer && 'fault' in answer ? [[outcome, answer.fault]] : [])));
}

interface Terms {
  readonly form: Form;
  readonly limits: TimeLimits;
}

async function recordTogether(app: App, outcomes: readonly MessageOutcome[], terms: Terms): Promise<void> {
  const alone = outcomes.filter(standsAlone);
  const written = await recordAlone(app, alone, terms);
  const others = outcomes.filter((outcome) => !standsAlone(outcome) || written.untold.has(outcome.message.id));
  const { woken, fed } = others.length > 0 ? await recordWithEffects(app, others, terms) : nothing;
  if (written.fed + fed > 0) app.parts.live.tell();
  await app.wake.ask('webhooks', [...written.woken, ...woken]);
}

interface Recorded {
  /** Endpoints to ask turns for. */
  readonly woken: readonly TurnKey[];
  /** Changes recorded for subscriptions. */
  readonly fed: number;
}

const nothing: Recorded & { readonly untold: ReadonlySet<string> } = { woken: [], fed: 0, untold: new Set() };

/** Whether the outcome blocks no address and causes one webhook at most. */
function standsAlone(outcome: MessageOutcome): boolean {
  return !isHardBounce(outcome.ending) && !outcome.mailboxFault && causesOf(outcome).length <= 1;
}

/** Writes outcomes in one statement, but for those whose webhooks go to endpoints that this process does not know. */
async function recordAlone(app: App, outcomes: readonly MessageOutcome[], { form, limits }: Terms) {
  if (outcomes.length === 0) return nothing;
  const platformIds = [...new Set(outcomes.map(({ message }) => message.platformId))];
  const subscribers = platformIds.flatMap((platformId) => app.parts.subscribers.get(platformId) ?? []);
  const webhooks = webhooksOf(outcomes.flatMap(causesOf), subscribers);
  const now = app.clock.now();
  const written = await writeOutcomes(app.db.pool, form, { outcomes, webhooks, whole: true, now, limits });
  const endpoints = new Set(written.woken);
  const woken = subscribers.filter(({ id }) => endpoints.has(id));
  return {
    woken: woken.map(({ platform_id: platformId, id }) => ({ platformId, id })),
    fed: written.fed,
    untold: new Set(written.untold),
  };
}

/** Writes outcomes in a transaction with all that they change besides. */
async function recordWithEffects(
  app: App,
  outcomes: readonly MessageOutcome[],
  { form, limits }: Terms,
): Promise<Recorded> {
  return await app.db.transaction(async (client: Queryable) => {
    const now = app.clock.now();
    const { known, erased, fed } = await writeOutcomes(client, form, {
      outcomes,
      webhooks: [],
      whole: false,
      now,
      limits,
    });
    const told = new Set(known);
    const moved = new Set([...known, ...erased]);
    const real = outcomes.filter(({ message }) => moved.has(message.id) && message.simulation === null);
    const bounced = real.filter(({ ending }) => isHardBounce(ending));
    const worn = await noteMailboxFaults(
      app.db,
      client,
      real.filter(({ mailboxFault }) => mailboxFault).map(mailboxFaultOf),
    );
    const suppressed = await suppressAddresses(app, client, [...bounced.map(faultOf), ...worn]);
    const health = await updateHealth(
      app,
      client,
      bounced.map(({ message }) => message),
    );
    // Messages to a person who is being erased send no webhooks, and get no answers.
    const shown = outcomes.filter(({ message }) => told.has(message.id));
    await keepSimulatedReplies(app, client, shown);
    const causes = shown.flatMap(causesOf);
    return { woken: await recordWebhooks(app, client, [...causes, ...suppressed, ...health]), fed };
  }, limits);
}

function faultOf({ message, at }: MessageOutcome): AddressFault {
  const { platformId, recipient: address, addressHash } = message;
  return { platformId, workspaceId: null, address, addressHash, reason: 'hard_bounce', blocks: 'all', at };
}

function mailboxFaultOf({ message, at }: MessageOutcome): MailboxFault {
  const { platformId, workspaceId, workspaceTimezone: timezone, recipient: address, addressHash } = message;
  return { platformId, workspaceId, timezone, address, addressHash, at };
}
