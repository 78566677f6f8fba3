import { type Only, ofAny } from '../../db/rows.ts';
import { apart, fromSql, moves } from './message-states.ts';

/**
 * SQL: the real messages of a workspace whose attempts are under way. They hold places of the day's cap until an outcome
 * counts them, and a lost lease gives its place back (docs/rules.md#day-caps).
 */
export const underWaySql = (workspaceId: string, only: Only = ofAny) => `(
  SELECT count(*)::int FROM messages u
  WHERE ${apart(fromSql('u.state', moves.attempt))} AND u.workspace_id = ${workspaceId} AND ${only('u.workspace_id')} AND u.simulation IS NULL)`;
