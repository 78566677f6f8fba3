import { feedSql } from '../../db/feed-sql.ts';
import { removePendingSql } from '../pending-sql.ts';

/**
 * SQL of WITH parts that follow one named `failed`, of webhooks that have just failed (`platform_id, id, endpoint_id,
 * state`): they are pending no more, and streams hear of it.
 */
export const endFailedSql = (now: string) => `ended AS (${removePendingSql('failed')}
    ), ${feedSql({
      from: 'failed',
      topics: ['failed.endpoint_id'],
      subject: 'failed.id',
      state: 'failed.state',
      at: now,
    })}`;
