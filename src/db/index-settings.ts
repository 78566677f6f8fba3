/**
 * Settings of a transaction whose statements read by indexes alone: sequential scans, bitmaps, sorts and joins of whole
 * tables cost more than any index. Lists need them (docs/rules.md#list-work), and sweeps, whose rows the planner
 * expects to be few or spread evenly: behind with its work, it would rather read the table (docs/rules.md#plans-of-statements).
 */
export const indexesOnly: readonly string[] = [
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_sort = off',
  'enable_incremental_sort = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'max_parallel_workers_per_gather = 0',
  'jit = off',
];

/** As `indexesOnly`, for statements that join what they are given with indexes, and sort the result. */
export const joinsByIndex: readonly string[] = [
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'max_parallel_workers_per_gather = 0',
  'jit = off',
];
