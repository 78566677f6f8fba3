/**
 * The locks that statements wait for in the connection's database, as a table for FROM. Files of tests share a server,
 * and their databases are copies, in which tables have the same numbers: pg_locks alone shows the waits of all. A row
 * or a transaction that somebody waits for names no database, but the waiting process holds something that does.
 * (pg_stat_activity would tell too, but stands still within a transaction.)
 */
export const lockWaits = `(
  SELECT * FROM (SELECT *, max(database) OVER (PARTITION BY pid) AS home FROM pg_locks) AS locks
  WHERE NOT granted AND home = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS lock_waits`;
