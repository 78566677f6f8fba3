import { rowsOf, statement } from '../../db/rows.ts';
import type { AcceptedEmit } from './decide-emit.ts';

/**
 * Takes the rows of the hour of the emits' addresses. A statement of its own: the next one sees what was committed while
 * this one waited.
 */
export const waitForAddresses = statement({
  name: 'wait-for-addresses',
  rows: {
    i: rowsOf<Pick<AcceptedEmit, 'workspaceId' | 'addressHash'>>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      address_hash: ['bytea', ({ addressHash }) => addressHash],
    }),
  },
  text: ({ i }, only) => `
    SELECT FROM emit_rates r
    WHERE (r.workspace_id, r.address_hash) IN (SELECT i.workspace_id, i.address_hash FROM ${i})
      AND ${only('r.workspace_id')}
    ORDER BY r.workspace_id, r.address_hash
    FOR NO KEY UPDATE`,
});
