/** What held a message before its first attempt, or until it expired, from the records of that time. */
import type { HealthState, WorkspaceHealth } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { minute } from '../../ground/time/durations.ts';
import { localDay, nextLocalDay } from '../../ground/time/local-day.ts';
import { begunAt } from '../../messages/states/send-at.ts';
import { readWaitsFor } from '../../transport/mx/exchanger-wait.ts';
import { countDays } from '../../workspaces/health/count-days.ts';
import { openStates, rampMails, throttledMails } from '../../workspaces/health/day-allowance.ts';
import { readSuspensions, type Suspension } from '../../workspaces/suspension/read-suspensions.ts';
import type { ExplainedMessage } from '../explained-message.ts';
import type { Step } from '../explanation.ts';
import { passed } from '../explanation-steps.ts';
import type { SendingFacts } from '../sending-facts.ts';
import { wordsOfLevel } from '../sending-rules.ts';
import { factOfWait } from './fact-of-wait.ts';

/** The latest moves of a workspace's health that are examined. A move within a day or two is rare. */
const changesExamined = 100;
/** Nobody asks of a shorter wait where it went; milliseconds. */
const noticed = minute;

/** The time in which the message waited. */
interface Span {
  readonly from: Date;
  readonly until: Date;
}

interface Wait extends Span {
  readonly isExpired: boolean;
}

/** A level of health in a part of that time. */
interface Level extends Span, Pick<WorkspaceHealth, 'state' | 'reason'> {}

/**
 * Returns the holds of the message by suspension, pause and day cap, each with its time, then by the exchangers of an
 * expired one.
 */
export async function readHeldBefore(
  app: App,
  message: ExplainedMessage,
  { health, workspace }: SendingFacts,
): Promise<readonly Step[]> {
  const span = waitOf(message);
  if (span === null) return [];
  const { platformId, workspaceId, simulation, waitsFor } = message;
  const [suspensions, levels] = await Promise.all([
    readSuspensions(app, [platformId, workspaceId]),
    simulation === null ? readLevels(app, health, span) : [],
  ]);
  return [
    ...suspensions.flatMap((suspension) => ofSuspension(suspension, suspension.objectId === platformId, span)),
    ...levels.filter(({ state }) => state === 'paused').map((level) => ofPause(level, span)),
    ...(await readUsedDays(app, levels, span, workspace)),
    ...(span.isExpired ? ofExchangers(waitsFor) : []),
  ];
}

/** Until the first attempt, or the play of the simulator, or the expiry; null where that was at once or is still to come. */
function waitOf({ state, createdAt, sendAt, endedAt, attempts, simulation }: ExplainedMessage): Wait | null {
  const from = begunAt({ sendAt, createdAt });
  if (state === 'expired' && endedAt !== null) return { from, until: endedAt, isExpired: true };
  const until = attempts[0]?.at ?? (simulation === null ? null : endedAt);
  if (until === null || until.getTime() - from.getTime() < noticed) return null;
  return { from, until, isExpired: false };
}

const earlier = (one: Date, other: Date) => new Date(Math.min(one.getTime(), other.getTime()));
const later = (one: Date, other: Date) => new Date(Math.max(one.getTime(), other.getTime()));

const held = (rule: Step['rule'], fact: string, at: Date | null, code: string | null): Step => ({
  ...passed(rule, fact, at),
  verdict: 'held',
  code,
});

/** Such as ` from 2026-11-23T10:00:00.000Z until the message expired`. */
function times(from: Date | null, until: Date | null, wait: Wait): string {
  const begun = from === null ? '' : ` from ${from.toISOString()}`;
  const end = wait.isExpired ? 'the message expired' : 'the message left';
  return `${begun} until ${until === null || until >= wait.until ? end : until.toISOString()}`;
}

function ofSuspension({ from, until }: Suspension, isPlatform: boolean, span: Wait): readonly Step[] {
  if ((from ?? span.from) >= span.until || (until ?? span.until) <= span.from) return [];
  return isPlatform
    ? [held('platform', `The platform was suspended${times(from, until, span)}`, from, 'platform_suspended')]
    : [held('suspension', `The workspace was suspended${times(from, until, span)}`, from, 'workspace_suspended')];
}

/** What the message waited for last stays in its row. */
function ofExchangers(waitsFor: string | null): readonly Step[] {
  const wait = waitsFor === null ? null : readWaitsFor(waitsFor);
  return wait === null ? [] : [held('schedule', `Before it expired ${factOfWait(wait, 'were')}`, null, null)];
}

function ofPause(level: Level, span: Wait): Step {
  return held(
    'health',
    `The workspace was ${wordsOfLevel(level)}${times(level.from, level.until, span)}`,
    level.from,
    level.reason,
  );
}

async function readLevels(app: App, health: WorkspaceHealth, span: Span): Promise<readonly Level[]> {
  const { platformId, workspaceId } = health;
  const changes = await app.db.prisma.healthChange.findMany({
    where: { platformId, workspaceId },
    orderBy: { id: 'desc' },
    take: changesExamined,
  });
  const oldest = changes.at(-1);
  const moves = [
    ...(oldest ? [{ state: oldest.from, reason: null, from: new Date(0) }] : []),
    ...changes.toReversed().map(({ to, reason, at }) => ({ state: to, reason, from: at })),
    // The present level, which a move shows as well unless it is older than all that is kept.
    ...(oldest ? [] : [{ state: health.state, reason: health.reason, from: health.since }]),
  ];
  return moves
    .map((move, place): Level => ({ ...move, until: moves[place + 1]?.from ?? span.until }))
    .filter(({ from, until }) => from < span.until && until > span.from)
    .map((level) => ({ ...level, until: earlier(level.until, span.until) }));
}

interface Zone {
  readonly id: string;
  readonly timezone: string;
  readonly state: HealthState;
  readonly day: string;
  /** The beginning of the next one. */
  readonly until: Date;
}

/** The days on which the workspace had no mail left. */
async function readUsedDays(
  app: App,
  levels: readonly Level[],
  span: Wait,
  { id, timezone }: SendingFacts['workspace'],
): Promise<readonly Step[]> {
  const open = openStates(app);
  const capped = levels.filter(({ state }) => state !== 'paused' && !open.includes(state));
  const days = new Map(
    capped.flatMap(({ from, until, state }) => {
      const start = later(from, span.from);
      return daysOf({ from: start, until }, { id, timezone, state });
    }),
  );
  // On the day on which it left, it had some.
  if (!span.isExpired) days.delete(localDay(timezone, span.until));
  const steps: Step[] = [];
  for (const { day, state, until } of days.values()) {
    const { sent = 0, usual = null, before = 0 } = (await countDays(app, [{ id, day }])).get(id) ?? {};
    const { health } = app.config;
    const cap = state === 'throttled' ? throttledMails(health, usual) : rampMails(health, before);
    if (sent < cap) continue;
    const used = `On ${day} the workspace was ${state} and had no mail left: it began ${sent}, of the ${cap} that it could begin`;
    const fact = span.isExpired ? used : `${used}, so the message waited until ${until.toISOString()}`;
    steps.push(held('day_cap', fact, null, null));
  }
  return steps;
}

/** A message waits for 24 hours, which touch three days at most. */
function daysOf(
  { from, until }: Span,
  { id, timezone, state }: Omit<Zone, 'day' | 'until'>,
): readonly [string, Zone][] {
  const days: [string, Zone][] = [];
  for (let at = from; at < until; at = nextLocalDay(timezone, at)) {
    const day = localDay(timezone, at);
    days.push([day, { id, timezone, state, day, until: nextLocalDay(timezone, at) }]);
  }
  return days;
}
