/** For the operator: work that is neither mail nor webhooks, and that must not lie about. */

import type { SendingDomainStatus } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { hour } from '../ground/time/durations.ts';
import { type CappedCount, cappedCount, deploymentCountMax } from './capped-count.ts';

const limit = deploymentCountMax + 1;
const capped = (found: number) => cappedCount(found, deploymentCountMax);

/** An erasure takes seconds, unless mail to the person is under way; milliseconds (docs/rules.md#backlog-counts). */
const erasureOverdueAfter = hour;

export interface ErasureBacklog {
  readonly open: CappedCount;
  readonly overdue: CappedCount;
  readonly oldestRequestedAt: Date | null;
}

const openErasures = statement({
  values: { overdueBefore: 'timestamptz' },
  text: ({ overdueBefore }) => `
    SELECT (SELECT count(*)::int FROM (SELECT 1 FROM erasures WHERE finished_at IS NULL LIMIT ${limit}) e) AS open,
      (SELECT count(*)::int FROM (
        SELECT 1 FROM erasures WHERE finished_at IS NULL AND requested_at < ${overdueBefore} LIMIT ${limit}) e) AS overdue,
      (SELECT requested_at FROM erasures WHERE finished_at IS NULL ORDER BY requested_at LIMIT 1) AS oldest`,
});

export async function readErasures({ clock, db }: App): Promise<ErasureBacklog> {
  const overdueBefore = new Date(clock.now().getTime() - erasureOverdueAfter);
  const { rows } = await db.pool.query<{ open: number; overdue: number; oldest: Date | null }>(
    openErasures({ overdueBefore }),
  );
  const { open = 0, overdue = 0, oldest = null } = rows[0] ?? {};
  return { open: capped(open), overdue: capped(overdue), oldestRequestedAt: oldest };
}

export interface DomainBacklog extends Readonly<Record<SendingDomainStatus, number>> {
  readonly due: number;
  readonly oldestDueAt: Date | null;
  readonly capped: boolean;
}

const domainChecks = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    SELECT count(*)::int AS all,
      count(*) FILTER (WHERE status = 'pending')::int AS pending,
      count(*) FILTER (WHERE status = 'verified')::int AS verified,
      count(*) FILTER (WHERE status = 'warning')::int AS warning,
      count(*) FILTER (WHERE status = 'failed')::int AS failed,
      count(*) FILTER (WHERE check_due_at <= ${now})::int AS due,
      min(check_due_at) FILTER (WHERE check_due_at <= ${now}) AS "oldestDueAt"
    FROM (SELECT status, check_due_at FROM sending_domains ORDER BY check_due_at LIMIT ${limit}) d`,
});

/** Counts the sending domains, those first whose check is due longest. */
export async function readDomains({ clock, db }: App): Promise<DomainBacklog> {
  const { rows } = await db.pool.query<Omit<DomainBacklog, 'capped'> & { readonly all: number }>(
    domainChecks({ now: clock.now() }),
  );
  const [row] = rows;
  if (!row) throw new Error('Counts are one row');
  const { all, ...counts } = row;
  return { ...counts, capped: all > deploymentCountMax };
}

const waitingChanges = `
  SELECT count(*)::int AS found FROM (SELECT 1 FROM figure_changes LIMIT ${limit}) c`;

/** Counts the changes that wait to be added to the figures: those of about a second, while a worker runs. */
export async function readFigureChanges({ db }: App): Promise<CappedCount> {
  const { rows } = await db.pool.query<{ found: number }>(waitingChanges);
  return capped(rows[0]?.found ?? 0);
}
