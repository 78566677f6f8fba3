/**
 * The workspaces that a cluster reaches (docs/rules.md#a-worker-that-is-gone). A statement over all shards fails as long as one
 * worker does not answer; those that look for work ask then for the workspaces of the others.
 */
import type pg from 'pg';
import { isUnavailable } from './is-unavailable.ts';

export interface Reach {
  /** Ids of the workspaces whose workers answer; null: all do, as far as is known. */
  workspaces(): Promise<readonly string[] | null>;
  /** When the last worker that was gone came back, in `monotonic`'s time; minus infinity: none was. */
  wholeSince(): number;
  /** Is told why a statement over all shards failed: a worker may be gone. */
  doubt(error: unknown): void;
}

/** Time for which an answer counts, while a worker is gone; milliseconds. */
const knownFor = 1_000;

/** Of workers, that is of all that have shards. */
const nodesQuery = `
  SELECT groupid AS "group", citus_check_connection_to_node(nodename, nodeport) AS answers
  FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards`;

/** The shards of all divided tables lie as those of messages do. */
const reachedQuery = `
  SELECT w.id FROM workspaces w JOIN pg_dist_placement l
    ON l.shardid = get_shard_id_for_distribution_column('messages', w.id)
  WHERE l.groupid = ANY($1)`;

interface ReachOptions {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly isCluster: () => boolean;
  readonly monotonic: () => number;
}

export function createReach({ pool, isCluster, monotonic }: ReachOptions): Reach {
  let doubted = false;
  let isPart = false;
  let backSince = Number.NEGATIVE_INFINITY;
  /** `at`: when its answer came. */
  let known: { at: number; readonly found: Promise<readonly string[] | null> } | null = null;

  async function look(): Promise<readonly string[] | null> {
    const { rows: nodes } = await pool.query<{ group: number; answers: boolean }>(nodesQuery);
    if (nodes.every(({ answers }) => answers)) {
      if (isPart) backSince = monotonic();
      doubted = false;
      isPart = false;
      return null;
    }
    isPart = true;
    const groups = nodes.filter(({ answers }) => answers).map(({ group }) => group);
    const { rows } = await pool.query<{ id: string }>(reachedQuery, [groups]);
    return rows.map(({ id }) => id);
  }

  return {
    async workspaces() {
      if (!doubted) return null;
      // One look at a time, however long it takes.
      if (known === null || monotonic() - known.at > knownFor) {
        const begun = { at: Number.POSITIVE_INFINITY, found: look() };
        const end = () => {
          begun.at = monotonic();
        };
        begun.found.then(end, end);
        known = begun;
      }
      const { found } = known;
      return found.catch((error: unknown) => {
        known = null;
        throw error;
      });
    },
    wholeSince: () => backSince,
    doubt(error) {
      if (isCluster() && isUnavailable(error)) doubted = true;
    },
  };
}
