/**
 * SQL that records changes for subscriptions, as a part of the statement that makes the changes
 * (docs/rules.md#live-feed). It writes nothing for topics without a watch. May import nothing.
 */

interface FeedParts {
  /** Table of changed rows, with its alias. */
  readonly from: string;
  /** Ids of the topics to which a row belongs. */
  readonly topics: readonly [string, ...string[]];
  /** Id of what changed. */
  readonly subject: string;
  readonly state: string;
  /** Time of the change. */
  readonly at: string;
  /** State before. */
  readonly was?: string;
  readonly reason?: string;
  /** Name of the expression. */
  readonly name?: string;
  /** Condition of the rows to record. */
  readonly only?: string;
}

/** A common table expression that records the changes; `fedSql` counts them. */
export const feedSql = ({
  from,
  topics,
  subject,
  state,
  at,
  was = 'NULL',
  reason = 'NULL',
  name = 'fed',
  only = 'true',
}: FeedParts) => `
  ${name} AS (
    INSERT INTO live_changes (topic, subject, was, state, reason, at)
    SELECT live.topic, ${subject}, ${was}, ${state}::text, ${reason}, ${at}
    FROM ${from} JOIN live_watches live ON live.topic IN (${topics.join(', ')})
    -- Without any watch, no row is looked up.
    WHERE EXISTS (SELECT FROM live_watches) AND ${only}
    RETURNING 1
  )`;

/** The number of changes that `feedSql` recorded: zero unless a subscription follows one of them. */
export const fedSql = '(SELECT count(*)::int FROM fed)';
