import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { day } from '../ground/time/durations.ts';
import { deploymentCountMax } from './capped-count.ts';

/** Ages that keys are counted by: below the first, below the second, and older; milliseconds. */
const young = 90 * day;
const old = 365 * day;

/** Keys that sign mail, counted by age up to 10,000. A key is made with its sending domain. */
export interface DkimKeyAges {
  readonly young: number;
  readonly grown: number;
  readonly old: number;
  readonly oldest: Date | null;
}

const ages = statement({
  values: { youngSince: 'timestamptz', oldUntil: 'timestamptz' },
  text: ({ youngSince, oldUntil }) => `
    SELECT count(*) FILTER (WHERE created_at > ${youngSince})::int AS young,
      count(*) FILTER (WHERE created_at <= ${youngSince} AND created_at > ${oldUntil})::int AS grown,
      count(*) FILTER (WHERE created_at <= ${oldUntil})::int AS old, min(created_at) AS oldest
    FROM (SELECT created_at FROM sending_domains LIMIT ${deploymentCountMax}) d`,
});

export async function readDkimKeys({ clock, db }: App): Promise<DkimKeyAges> {
  const now = clock.now().getTime();
  const { rows } = await db.pool.query<DkimKeyAges>(
    ages({ youngSince: new Date(now - young), oldUntil: new Date(now - old) }),
  );
  return rows[0] ?? { young: 0, grown: 0, old: 0, oldest: null };
}
