/** Statements of the kinds that each mail needs, with the workspace as a value: one shard answers them. */
import { randomBytes } from 'node:crypto';

export interface OneShard {
  readonly name: string;
  readonly text: string;
  valuesOf(): readonly unknown[];
}

/** Workspaces that take turns. */
const workspaces = 50;
/** Rows of a batch. */
const batch = 50;
const bytesOfHash = 32;

const hash = () => randomBytes(bytesOfHash);
let turn = 0;
const workspace = () => {
  turn += 1;
  return `WORKSPACE-${turn % workspaces}`;
};

export const oneShardStatements: readonly OneShard[] = [
  {
    name: 'a row is read by its key',
    text: 'SELECT erased_at FROM erased_addresses WHERE workspace_id = $1 AND address_hash = $2',
    valuesOf: () => [workspace(), hash()],
  },
  {
    name: 'a row is read with one of a table on every machine',
    text: `SELECT e.erased_at, w.name FROM erased_addresses e LEFT JOIN workspaces w ON w.id = e.workspace_id
           WHERE e.workspace_id = $1 AND e.address_hash = $2`,
    valuesOf: () => [workspace(), hash()],
  },
  {
    name: 'a row is written',
    text: 'INSERT INTO erased_addresses (workspace_id, address_hash, erased_at) VALUES ($1, $2, now())',
    valuesOf: () => [workspace(), hash()],
  },
  {
    name: 'a row is counted up',
    text: `INSERT INTO health_hours AS h (workspace_id, hour, ended) VALUES ($1, '2026-01-01', 1)
           ON CONFLICT (workspace_id, hour) DO UPDATE SET ended = h.ended + 1`,
    valuesOf: () => [workspace()],
  },
  {
    name: `${batch} rows are written from a list`,
    text: `INSERT INTO erased_addresses (workspace_id, address_hash, erased_at)
           SELECT $1, hash, now() FROM unnest($2::bytea[]) hash`,
    valuesOf: () => [workspace(), Array.from({ length: batch }, hash)],
  },
];
