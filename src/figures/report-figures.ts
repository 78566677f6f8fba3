import type { App } from '../context.ts';
import { type FigureFact, figureFacts } from './figure-facts.ts';
import type { FigureDimension, FiguresAsked } from './figures-input.ts';
import { type FigureOwners, type FigureSums, readFigures } from './read-figures.ts';

/** Counts of messages, with their times to the delivery in steps. */
export interface FigureCounts extends Readonly<Record<FigureFact, number>> {
  readonly delays: readonly number[];
}

/** The messages of one day, workspace, event type, template version or provider, or of several of these. */
export interface FigureGroup extends Omit<FigureSums, FigureFact | 'delays' | 'owner'> {
  readonly counts: FigureCounts;
}

export interface FigureReport {
  /** Of whom: an id of the owners. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly total: FigureCounts;
  /** By day, then by the number of accepted messages, largest first; empty without a dimension. */
  readonly groups: readonly FigureGroup[];
  readonly complete: boolean;
}

/** Reports figures of each owner: in all, and by the dimensions asked for (docs/rules.md#figures-asked-for). */
export async function reportFigures(
  app: App,
  owners: FigureOwners,
  asked: FiguresAsked,
): Promise<readonly FigureReport[]> {
  const { sums, complete } = await readFigures(app, owners, asked);
  const byOwner = Map.groupBy(sums, ({ owner }) => owner);
  return owners.ids.map((id) => {
    const own = byOwner.get(id) ?? [];
    const groups = asked.groupBy.size === 0 ? [] : own.map(groupOf).sort(byPlace);
    return { id, from: asked.from, to: asked.to, total: totalOf(own), groups, complete };
  });
}

function groupOf({
  owner: _owner,
  delays,
  day,
  workspaceId,
  eventTypeId,
  templateVersionId,
  provider,
  ...counts
}: FigureSums) {
  return { day, workspaceId, eventTypeId, templateVersionId, provider, counts: { ...counts, delays } };
}

function byPlace(a: FigureGroup, b: FigureGroup): number {
  const [dayA, dayB] = [a.day ?? '', b.day ?? ''];
  if (dayA !== dayB) return dayA < dayB ? -1 : 1;
  return b.counts.accepted - a.counts.accepted || (keyOf(a) < keyOf(b) ? -1 : 1);
}

/** The values of the group's dimensions, in one text that no other group of the report has. */
export function keyOf({ day, workspaceId, eventTypeId, templateVersionId, provider }: FigureGroup): string {
  const values = {
    day,
    workspace: workspaceId,
    event_type: eventTypeId,
    template_version: templateVersionId,
    provider,
  };
  const named = values satisfies Readonly<Record<FigureDimension, string | null>>;
  return Object.entries(named)
    .flatMap(([dimension, value]) => (value === null ? [] : [`${dimension}:${value}`]))
    .join(' ');
}

function totalOf(sums: readonly FigureSums[]): FigureCounts {
  const add = (of: (sum: FigureSums) => number) => sums.reduce((total, sum) => total + of(sum), 0);
  const counts = Object.fromEntries(figureFacts.map((fact) => [fact, add((sum) => sum[fact])]));
  const steps = Math.max(0, ...sums.map(({ delays }) => delays.length));
  const delays = Array.from({ length: steps }, (_, step) => add((sum) => sum.delays[step] ?? 0));
  return { ...(counts as Record<FigureFact, number>), delays };
}

/** Messages whose end is not known yet: they wait, are being sent, or a relay's report on them is due. */
export function waitingOf(counts: FigureCounts): number {
  return counts.accepted - endedOf(counts) - counts.suppressed - counts.erased;
}

/** Messages that ended: an attempt was made at each, or could no longer be made. */
function endedOf({ delivered, complained, bounced_hard, bounced_soft, failed, expired }: FigureCounts): number {
  return delivered + complained + bounced_hard + bounced_soft + failed + expired;
}

/** Mails that a mail server accepted, and that did not come back. */
export function deliveredOf({ delivered, complained }: FigureCounts): number {
  return delivered + complained;
}

/** Shares, each null where nothing can be divided. */
export function ratesOf(counts: FigureCounts) {
  const ended = endedOf(counts);
  const delivered = deliveredOf(counts);
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  return {
    delivered: share(delivered, ended),
    bounced: share(counts.bounced_hard + counts.bounced_soft, ended),
    bouncedHard: share(counts.bounced_hard, ended),
    complained: share(counts.complained, delivered),
    opened: share(counts.opened, delivered),
  };
}
