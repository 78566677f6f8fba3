import { isUnavailable } from '../db/connections/is-unavailable.ts';
import type { Db } from '../db/connections/pool.ts';
import { databaseCode } from '../db/database-code.ts';

/** Where the database is, as PostgreSQL tells it. */
export interface Place {
  /** PostgreSQL's identifier of the cluster; null where the role may not ask for it. */
  readonly cluster: string | null;
  /** PostgreSQL's numbers of the database and of the table `deployment`: a restored dump has others. */
  readonly place: string;
  /** Counted up by a recovery and by a promotion; null where it cannot be read. */
  readonly timeline: number | null;
  readonly serverStartedAt: Date;
}

interface Answer {
  readonly answer: string;
}

/** Returns the place; a part that PostgreSQL does not tell is null. */
export async function readPlace({ pool }: Pick<Db, 'pool'>): Promise<Place> {
  const told = async (asked: Promise<{ readonly rows: readonly Answer[] }>) => {
    try {
      return (await asked).rows[0]?.answer ?? null;
    } catch (error) {
      // Some hosts allow none of these functions, or have none.
      if (databaseCode(error) === undefined || isUnavailable(error)) throw error;
      return null;
    }
  };
  const { rows } = await pool.query<Pick<Place, 'place' | 'serverStartedAt'>>(tells);
  const [here] = rows;
  if (!here) throw new Error('PostgreSQL does not tell its own database');
  const cluster = await told(pool.query<Answer>('SELECT system_identifier::text AS answer FROM pg_control_system()'));
  // The name of a file of the write-ahead log begins with the timeline, as eight hexadecimal digits.
  const file = await told(pool.query<Answer>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS answer'));
  return { ...here, cluster, timeline: file === null ? null : Number.parseInt(file.slice(0, timelineDigits), 16) };
}

const timelineDigits = 8;

const tells = `
  SELECT (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' || 'deployment'::regclass::oid AS place,
    pg_postmaster_start_time() AS "serverStartedAt"`;
