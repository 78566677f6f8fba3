import { feedSql } from '../../db/feed-sql.ts';
import type { Only } from '../../db/rows.ts';

/** SQL: records new messages for subscriptions, as a part of the statement that writes the emits of `fitting`. */
export const feedEmitsSql = (form: Only) =>
  feedSql({
    form,
    from: 'fitting f',
    topics: ['f.workspace_id'],
    subject: 'f.message_id',
    state: 'f.state',
    at: 'f.created_at',
    only: 'f.message_id IS NOT NULL',
  });
