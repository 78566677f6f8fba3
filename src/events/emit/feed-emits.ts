import { feedSql } from '../../db/feed-sql.ts';

/** SQL: records new messages for subscriptions, as a part of the statement that writes the emits of `fitting`. */
export const feedEmitsSql = feedSql({
  from: 'fitting f',
  topics: ['f.workspace_id'],
  subject: 'f.message_id',
  state: 'f.state',
  at: 'f.created_at',
  only: 'f.message_id IS NOT NULL',
});
