/**
 * SQL that records changes for subscriptions, as a part of the statement that makes the changes
 * (docs/rules.md#live-feed). It writes nothing for topics without a watch.
 */

import { type Only, ofAny } from './rows.ts';

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
  /** In the form for rows of one workspace the steps are a join, and nobody looks for watches before: so Citus takes them. */
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
}: FeedParts) => `
  ${name} AS (
    INSERT INTO live_changes (topic, subject, was, state, reason, at)
    ${
      through === undefined
        ? `SELECT live.topic, ${subject}, ${was}, ${state}::text, ${reason}, ${at}`
        : form === ofAny
          ? `SELECT live.topic, ${subject}, ${was}, step.state, ${reason}, step.at`
          : `SELECT live.topic, ${subject}, ${was}, CASE step.place WHEN 1 THEN ${through.state} ELSE ${state}::text END, ${reason},
           CASE step.place WHEN 1 THEN ${through.at} ELSE ${at} END`
    }
    FROM ${from} JOIN live_watches live ON live.topic IN (${topics.join(', ')})
    ${
      through === undefined
        ? ''
        : form === ofAny
          ? `CROSS JOIN LATERAL (
      SELECT 1 AS place, ${through.state}::text AS state, ${through.at} AS at WHERE ${through.only}
      UNION ALL SELECT 2, ${state}::text, ${at}) step`
          : `JOIN (VALUES (1), (2)) step (place) ON step.place = 2 OR ${through.only}`
    }
    -- Without any watch, no row is looked up.
    WHERE ${form === ofAny ? 'EXISTS (SELECT FROM live_watches)' : 'true'} AND ${only}
    -- Rows are numbered in this order.
    ${through === undefined ? '' : 'ORDER BY step.place'}
    RETURNING 1
  )`;

/** The number of changes that `feedSql` recorded: zero unless a subscription follows one of them. */
export const fedSql = '(SELECT count(*)::int FROM fed)';
