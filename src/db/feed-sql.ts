/**
 * SQL that records changes for subscriptions, as a part of the statement that makes the changes
 * (docs/rules.md#live-feed). It writes nothing for topics without a watch.
 */

import { type Only, ofAny } from './rows.ts';
import { besideShardSql } from './shard-sql.ts';

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
  /** The form for rows of one workspace has the steps as a join, and looks for watches by a part of its own: so Citus takes them. */
  readonly form?: Only;
  /** A state that rows under a condition passed through in the same statement; recorded before `state`. */
  readonly through?: { readonly state: string; readonly at: string; readonly only: string };
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
  form = ofAny,
  through,
}: FeedParts) => {
  if (form === ofAny)
    return `
  ${name} AS (
    INSERT INTO live_changes (topic, subject, was, state, reason, at)
    ${
      through === undefined
        ? `SELECT live.topic, ${subject}, ${was}, ${state}::text, ${reason}, ${at}`
        : `SELECT live.topic, ${subject}, ${was}, step.state, ${reason}, step.at`
    }
    FROM ${from} JOIN live_watches live ON live.topic IN (${topics.join(', ')})
    ${
      through === undefined
        ? ''
        : `CROSS JOIN LATERAL (
      SELECT 1 AS place, ${through.state}::text AS state, ${through.at} AS at WHERE ${through.only}
      UNION ALL SELECT 2, ${state}::text, ${at}) step`
    }
    -- Without any watch, no row is looked up.
    WHERE EXISTS (SELECT FROM live_watches) AND ${only}
    -- Rows are numbered in this order.
    ${through === undefined ? '' : 'ORDER BY step.place'}
    RETURNING 1
  )`;
  // The numbers of rows are the coordinator's, so watches are looked up by a part before.
  const steps = through === undefined ? '' : `JOIN (VALUES (1), (2)) step (place) ON step.place = 2 OR ${through.only}`;
  const either = (first: string | undefined, last: string) =>
    first === undefined ? last : `CASE WHEN step.place = 1 THEN ${first} ELSE ${last} END`;
  return `
  ${name}_watched AS MATERIALIZED (
    SELECT live.topic, ${subject} AS subject, ${was} AS was, ${either(through?.state, `${state}::text`)} AS state,
           ${reason} AS reason, ${either(through?.at, at)} AS at
    FROM ${from} ${besideShardSql(form)} JOIN live_watches live ON live.topic IN (${topics.join(', ')})
    ${steps}
    WHERE ${only}
    ${through === undefined ? '' : 'ORDER BY step.place'}
  ), ${name} AS (
    INSERT INTO live_changes (topic, subject, was, state, reason, at)
    SELECT topic, subject, was, state, reason, at FROM ${name}_watched
    RETURNING 1
  )`;
};

/** The number of changes that `feedSql` recorded: zero unless a subscription follows one of them. */
export const fedSql = '(SELECT count(*)::int FROM fed)';
