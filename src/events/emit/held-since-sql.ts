import { type Only, ofAny } from '../../db/rows.ts';

interface HeldSinceSql {
  /** A column of the emits `i`: who held the row of the address last, as it was when they were compared. */
  readonly read: string;
  /** Of the row `r` that is inserted or updated: a further column, and its value of the emits of one address. */
  readonly column: string;
  readonly value: string;
  /** Whether nobody has held the row `r` since. */
  readonly same: string;
}

/**
 * SQL: how the write of an emit notices that somebody held its address meanwhile (lock-addresses.ts,
 * docs/rules.md#statements-of-one-workspace). On one database the statement sees the row as it was when it began, so it
 * asks then. On a cluster each part of the statement begins by itself: the part that compares the facts reads the row, and
 * hands on what it saw.
 */
export const heldSinceSql = (only: Only): HeldSinceSql =>
  only === ofAny
    ? {
        read: '',
        column: '',
        value: '',
        same: `r.locked_by IS NOT DISTINCT FROM (
        SELECT before.locked_by FROM emit_rates before
        WHERE before.workspace_id = r.workspace_id AND before.address_hash = r.address_hash)`,
      }
    : {
        read: `, (SELECT before.locked_by FROM emit_rates before
          WHERE before.workspace_id = i.workspace_id AND ${only('before.workspace_id')}
            AND before.address_hash = i.address_hash) AS locked_by`,
        column: ', locked_by',
        value: ', max(locked_by)',
        same: 'r.locked_by IS NOT DISTINCT FROM excluded.locked_by',
      };
