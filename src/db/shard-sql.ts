/**
 * SQL that keeps what a part of WITH does with rows of earlier parts on the shard of their one workspace
 * (docs/rules.md#statements-of-one-workspace). A cluster sends the rows to every machine where a part that writes has nothing
 * else, or has rows of every machine, and then no part runs while one machine is gone. The row of the workspace's health is in
 * its shard, whatever else is: beside it, the part and its rows go to that shard alone.
 */
import { type Only, ofAny } from './rows.ts';

interface OnShard {
  /** Behind the rows in FROM. */
  readonly join: string;
  /** The workspace of a row, as the key by which an INSERT is divided. */
  readonly workspaceId: string;
}

/** For an INSERT of `rows`, which have `workspace_id`. */
export const onShardSql = (only: Only, rows: string): OnShard =>
  only === ofAny
    ? { join: '', workspaceId: `${rows}.workspace_id` }
    : {
        join: `JOIN (SELECT workspace_id AS own FROM workspace_health WHERE ${only('workspace_id')}) shard
          ON shard.own = ${rows}.workspace_id`,
        workspaceId: 'shard.own',
      };

/** For a part that reads rows of every machine; behind the rows of earlier parts in FROM. It is one row in any case. */
export const besideShardSql = (only: Only): string =>
  only === ofAny
    ? ''
    : `JOIN (SELECT count(*) AS own FROM workspace_health WHERE ${only('workspace_id')}) shard ON true`;
