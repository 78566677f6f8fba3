import { type Only, ofAny } from './rows.ts';

/**
 * SQL of a part of WITH whose rows are locked. Citus mistakes the form in which it hands on the rows of such a part, unless what
 * locks them is a part of its own.
 */
export const lockedPartSql = (only: Only, select: string): string =>
  only === ofAny ? select : `SELECT * FROM (${select}) locked`;
