import { statement } from '../../db/rows.ts';

/** Where a cluster has the message of which the id alone is known, over all shards. */
export const workspaceOfMessage = statement({
  values: { id: 'text' },
  text: ({ id }) => `SELECT workspace_id AS "workspaceId" FROM messages WHERE id = ${id}`,
});
