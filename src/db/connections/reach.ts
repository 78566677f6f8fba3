/**
 * The workspaces that a cluster reaches (docs/rules.md#a-worker-that-is-gone). A statement over all shards fails as long as one
 * worker does not answer; those that look for work ask then for the workspaces of the others. Nor is a worker that is known to
 * be gone asked for its own workspaces: it may be silent, and others in the same batch would wait with them.
 */
import type pg from 'pg';
import { databaseCode } from '../database-code.ts';
import { isUnavailable } from './is-unavailable.ts';
import { WorkerGone } from './worker-gone.ts';

export interface Reach {
  /** Ids of the workspaces whose workers answer; null: all do, as far as is known. */
  workspaces(): Promise<readonly string[] | null>;
  /** Throws where the worker of the workspace did not answer when it was last asked. The next look follows in time. */
  check(workspaceId: string): void;
  /** When the last worker that was gone came back, in `monotonic`'s time; minus infinity: none was. */
  wholeSince(): number;
  /** Is told why a statement on workers failed: one of them may be gone. */
  doubt(error: unknown): void;
}

/** Time for which an answer counts, while a worker is gone; milliseconds. */
const knownFor = 1_000;

/** serialization_failure, deadlock_detected, lock_not_available: what others hold says nothing of a worker. */
const ofRows: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

/** Of workers, that is of all that have shards. */
const nodesQuery = `
  SELECT groupid AS "group", citus_check_connection_to_node(nodename, nodeport) AS answers
  FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards`;

/** The shards of all divided tables lie as those of messages do. */
const placesQuery = `
  SELECT w.id, l.groupid = ANY($1) AS reached FROM workspaces w JOIN pg_dist_placement l
    ON l.shardid = get_shard_id_for_distribution_column('messages', w.id)`;

interface ReachOptions {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly isCluster: () => boolean;
  readonly monotonic: () => number;
}

export function createReach({ pool, isCluster, monotonic }: ReachOptions): Reach {
  let doubted = false;
  /** Workspaces of workers that did not answer last. */
  let gone: ReadonlySet<string> = new Set();
  let backSince = Number.NEGATIVE_INFINITY;
  /** `at`: when its answer came. */
  let known: { at: number; readonly found: Promise<readonly string[] | null> } | null = null;

  async function look(): Promise<readonly string[] | null> {
    const { rows: nodes } = await pool.query<{ group: number; answers: boolean }>(nodesQuery);
    if (nodes.every(({ answers }) => answers)) {
      if (gone.size > 0) backSince = monotonic();
      doubted = false;
      gone = new Set();
      return null;
    }
    const groups = nodes.filter(({ answers }) => answers).map(({ group }) => group);
    const { rows } = await pool.query<{ id: string; reached: boolean }>(placesQuery, [groups]);
    const idsOf = (are: boolean) => rows.filter(({ reached }) => reached === are).map(({ id }) => id);
    gone = new Set(idsOf(false));
    return idsOf(true);
  }

  async function workspaces(): Promise<readonly string[] | null> {
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
  }

  return {
    workspaces,
    check(workspaceId) {
      if (!doubted) return;
      // What it finds is for the next ones.
      workspaces().catch(() => undefined);
      if (gone.has(workspaceId)) throw new WorkerGone();
    },
    wholeSince: () => backSince,
    doubt(error) {
      if (isCluster() && isUnavailable(error) && !ofRows.has(databaseCode(error))) doubted = true;
    },
  };
}
