/** Tells other processes what this one has learned of exchangers, and learns from them (docs/rules.md#exchanger-pace). */
import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import type { PaceRow } from './pace-row.ts';
import type { SharedPace } from './shared-pace.ts';

/** Rows read at once, the latest first. */
const rowsMax = 1_000;
/** Age of what is read; milliseconds. The rest is forgotten. */
const readFor = 60 * 60_000;

const write = statement({
  name: 'write-exchanger-paces',
  rows: {
    i: rowsOf<PaceRow>({
      provider: ['text', ({ provider }) => provider],
      connections: ['int', ({ connections }) => connections],
      ceiling: ['int', ({ ceiling }) => ceiling],
      mails_per_connection: ['int', ({ mailsPerConnection }) => mailsPerConnection],
      mails_per_minute: ['int', ({ mailsPerMinute }) => mailsPerMinute],
      quiet_since: ['timestamptz', ({ quietSince }) => quietSince],
      quiet_until: ['timestamptz', ({ quietUntil }) => quietUntil],
      quiet_ms: ['int', ({ quietMs }) => quietMs],
      reply: ['text', ({ reply }) => reply],
      asked_at: ['timestamptz', ({ askedAt }) => askedAt],
    }),
  },
  values: { source: 'text', now: 'timestamptz' },
  // In one order, so that two processes cannot wait for each other.
  text: ({ i, source, now }) => `
    INSERT INTO exchanger_paces AS p (source, provider, connections, ceiling, mails_per_connection, mails_per_minute,
      quiet_since, quiet_until, quiet_ms, reply, asked_at, updated_at)
    SELECT ${source}, i.provider, i.connections, i.ceiling, i.mails_per_connection, i.mails_per_minute,
      i.quiet_since, i.quiet_until, i.quiet_ms, i.reply, i.asked_at, ${now}
    FROM ${i} ORDER BY i.provider
    ON CONFLICT (source, provider) DO UPDATE
    SET connections = excluded.connections, ceiling = excluded.ceiling,
        mails_per_connection = excluded.mails_per_connection, mails_per_minute = excluded.mails_per_minute,
        quiet_since = excluded.quiet_since, quiet_until = excluded.quiet_until, quiet_ms = excluded.quiet_ms,
        reply = excluded.reply, asked_at = excluded.asked_at, updated_at = excluded.updated_at
    WHERE p.asked_at IS NULL OR p.asked_at <= excluded.asked_at`,
});

const read = statement({
  name: 'read-exchanger-paces',
  values: { source: 'text', since: 'timestamptz' },
  text: ({ source, since }) => `
    SELECT provider, connections, ceiling, mails_per_connection AS "mailsPerConnection",
           mails_per_minute AS "mailsPerMinute", quiet_since AS "quietSince", quiet_until AS "quietUntil",
           quiet_ms AS "quietMs", reply, asked_at AS "askedAt"
    FROM exchanger_paces
    WHERE source = ${source} AND updated_at > ${since} AND asked_at > ${since}
    ORDER BY updated_at DESC LIMIT ${rowsMax}`,
});

/** Writes what changed since the last call, then reads what the others wrote. */
export async function sharePaces(database: Queryable, pace: SharedPace, now: Date): Promise<void> {
  const { source } = pace;
  const changes = pace.takeChanges();
  if (changes.length > 0) await database.query(write({ i: changes, source, now }));
  const since = new Date(now.getTime() - readFor);
  const { rows } = await database.query<PaceRow>(read({ source, since }));
  pace.adopt(rows);
}
