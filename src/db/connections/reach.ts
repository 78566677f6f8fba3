/**
 * The workspaces that a cluster reaches (docs/rules.md#a-worker-that-is-gone). A statement over all shards fails as long as one
 * worker does not answer; those that look for work ask then for the workspaces of the others. Nor is a worker that is known to
 * be gone asked for its own workspaces: it may be silent, and others in the same batch would wait with them.
 */
import type pg from 'pg';
import { databaseCode } from '../database-code.ts';
import { crowdedCode, type Party } from './connection-room.ts';
import { isUnavailable } from './is-unavailable.ts';
import { asParty } from './party.ts';
import { WorkerGone } from './worker-gone.ts';

export interface Reach {
  /** Ids of the workspaces whose workers answer; null: all do, as far as is known. */
  workspaces(): Promise<readonly string[] | null>;
  /** Throws where the worker of the workspace did not answer when it was asked twice. The next look follows in time. */
  check(workspaceId: string): void;
  /** When the last worker that was gone came back, in `monotonic`'s time; minus infinity: none was. */
  wholeSince(): number;
  /** Is told why a statement on workers failed: one of them may be gone. */
  doubt(error: unknown): void;
}

/** Time for which an answer counts, while a worker is gone; milliseconds. */
const knownFor = 1_000;

/** Time for which a worker counts as gone after a look; milliseconds. Looks end later than they are due. */
const goneFor = 10_000;

/**
 * serialization_failure, deadlock_detected, lock_not_available, and no room among our own connections: what others hold says
 * nothing of a worker.
 */
const ofOthers: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03', crowdedCode]);

/** Of workers, that is of all that have shards. */
const nodesQuery = `
  SELECT groupid AS "group", citus_check_connection_to_node(nodename, nodeport) AS answers
  FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards`;

/** The shards of all divided tables lie as those of messages do. */
const placesQuery = `
  SELECT w.id, l.groupid = ANY($1) AS reached FROM workspaces w JOIN pg_dist_placement l
    ON l.shardid = get_shard_id_for_distribution_column('messages', w.id)`;

/** In a queue of its own: a look is for all, whoever began it. */
const party: Party = { kind: 'work', name: 'reach' };

interface ReachOptions {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly isCluster: () => boolean;
  readonly monotonic: () => number;
}

export function createReach({ pool, isCluster, monotonic }: ReachOptions): Reach {
  let doubted = false;
  /** Whether a worker did not answer when they were last asked. */
  let isPart = false;
  /** Workspaces of workers that did not answer, and when that was found. */
  let gone: { readonly ids: ReadonlySet<string>; readonly at: number } | null = null;
  let backSince = Number.NEGATIVE_INFINITY;
  /** `at`: when its answer came. */
  let known: { at: number; readonly found: Promise<readonly string[] | null> } | null = null;

  async function look(): Promise<readonly string[] | null> {
    const { rows: nodes } = await pool.query<{ group: number; answers: boolean }>(nodesQuery);
    if (nodes.every(({ answers }) => answers)) {
      if (isPart) backSince = monotonic();
      doubted = false;
      isPart = false;
      gone = null;
      return null;
    }
    // A worker that is busy may not answer once.
    const again = isPart;
    isPart = true;
    const groups = nodes.filter(({ answers }) => answers).map(({ group }) => group);
    const { rows } = await pool.query<{ id: string; reached: boolean }>(placesQuery, [groups]);
    const idsOf = (are: boolean) => rows.filter(({ reached }) => reached === are).map(({ id }) => id);
    gone = again ? { ids: new Set(idsOf(false)), at: monotonic() } : null;
    return idsOf(true);
  }

  async function workspaces(): Promise<readonly string[] | null> {
    if (!doubted) return null;
    // One look at a time, however long it takes.
    if (known === null || monotonic() - known.at > knownFor) {
      const begun = { at: Number.POSITIVE_INFINITY, found: asParty(party, look) };
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
      if (gone !== null && monotonic() - gone.at < goneFor && gone.ids.has(workspaceId)) throw new WorkerGone();
    },
    wholeSince: () => backSince,
    doubt(error) {
      if (isCluster() && isUnavailable(error) && !ofOthers.has(databaseCode(error))) doubted = true;
    },
  };
}
