import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import type { Reservation } from './warm-up.ts';

interface Asked extends Reservation {
  /** The addresses that the mail leaves from. */
  readonly source: string;
  readonly now: Date;
}

/** The last reservation of a day may count more than there are: what is over is given to nobody. */
const reserve = statement({
  name: 'reserve-warm-up-mails',
  values: { source: 'text', provider: 'text', day: 'date', mails: 'int', most: 'int', now: 'timestamptz' },
  text: ({ source, provider, day, mails, most, now }) => `
    INSERT INTO exchanger_paces AS p (source, provider, warm_up_day, warm_up_mails, updated_at)
    VALUES (${source}, ${provider}, ${day}, ${mails}, ${now})
    ON CONFLICT (source, provider) DO UPDATE
    SET warm_up_day = excluded.warm_up_day, updated_at = excluded.updated_at,
        warm_up_mails = excluded.warm_up_mails + CASE WHEN p.warm_up_day = excluded.warm_up_day THEN p.warm_up_mails ELSE 0 END
    WHERE p.warm_up_day IS DISTINCT FROM excluded.warm_up_day OR p.warm_up_mails < ${most}
    RETURNING warm_up_mails AS reserved`,
});

/** Reserves mails of a day for this process, whatever other processes reserve; returns how many it got. */
export async function reserveMails(database: Queryable, asked: Asked): Promise<number> {
  const { rows } = await database.query<{ readonly reserved: number }>(reserve({ ...asked }));
  const [row] = rows;
  if (!row) return 0;
  return Math.max(0, Math.min(asked.mails, asked.most - (row.reserved - asked.mails)));
}
