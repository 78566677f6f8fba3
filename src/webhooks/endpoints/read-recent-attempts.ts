/** What the attempts at an endpoint of the last hour and the last day came to (docs/rules.md#recent-attempts). */
import type { App } from '../../context.ts';
import { readByIndexes } from '../../db/lists/walk.ts';
import { statement } from '../../db/rows.ts';
import { idAt, mintedAt } from '../../ground/ids.ts';
import { day, hour } from '../../ground/time/durations.ts';
import type { PostError } from '../../transport/post/post-failure.ts';

/** Webhooks of the last day whose attempts are read, the newest; of an endpoint that gets more, the span is shorter. */
const webhooksRead = 10_000;
/** Earlier webhooks that still wait, those that are due first. */
const waitingRead = 1_000;
/** Different answers of a span, the most frequent. */
const answersShown = 10;

/** What an endpoint answered, or why it could not. */
export interface AttemptAnswer {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Null: the webhook was accepted. */
  readonly error: PostError | null;
  readonly attempts: number;
}

export interface AttemptFigures {
  /** Begin of the span, or a later time where not all of its webhooks were read. */
  readonly since: Date;
  readonly attempts: number;
  readonly failed: number;
  /** Milliseconds; null without an attempt. */
  readonly slowestMs: number | null;
  readonly answers: readonly AttemptAnswer[];
}

export interface RecentAttempts {
  /** The endpoint. */
  readonly id: string;
  readonly lastHour: AttemptFigures;
  readonly lastDay: AttemptFigures;
}

const read = statement({
  values: { platformId: 'text', ids: 'text[]', hourAgo: 'timestamptz', dayAgo: 'timestamptz', firstId: 'text' },
  text: ({ platformId, ids, hourAgo, dayAgo, firstId }) => `
    WITH seen AS MATERIALIZED (
      SELECT e.id AS endpoint, w.*
      FROM unnest(${ids}) AS e (id), LATERAL (
        (SELECT id, attempts, last_at, last_ms, last_status, last_error FROM webhooks
         WHERE platform_id = ${platformId} AND endpoint_id = e.id AND id >= ${firstId}
         ORDER BY id DESC LIMIT ${webhooksRead + 1})
        UNION ALL
        (SELECT h.id, h.attempts, h.last_at, h.last_ms, h.last_status, h.last_error
         FROM (SELECT id FROM pending_webhooks WHERE platform_id = ${platformId} AND endpoint_id = e.id
               ORDER BY due_at LIMIT ${waitingRead}) p
         JOIN webhooks h ON h.platform_id = ${platformId} AND h.id = p.id
         WHERE p.id < ${firstId})) w),
    tried AS (
      SELECT s.endpoint, t.* FROM seen s, LATERAL (
        SELECT s.last_at AS at, s.last_status AS status, s.last_error AS error, s.last_ms AS ms
        WHERE s.last_at IS NOT NULL
        UNION ALL
        SELECT (a.value ->> 'at')::timestamptz, (a.value ->> 'status')::int, a.value ->> 'error',
          (a.value ->> 'duration_ms')::int
        FROM jsonb_each(s.attempts) a) t
      WHERE t.at >= ${dayAgo}),
    answers AS (
      SELECT endpoint, status, error, count(*)::int AS day, max(ms) AS "daySlowest",
        count(*) FILTER (WHERE at >= ${hourAgo})::int AS hour, max(ms) FILTER (WHERE at >= ${hourAgo}) AS "hourSlowest"
      FROM tried GROUP BY endpoint, status, error)
    SELECT e.id,
      (SELECT count(*)::int FROM seen s WHERE s.endpoint = e.id AND s.id >= ${firstId}) AS webhooks,
      (SELECT min(s.id) FROM seen s WHERE s.endpoint = e.id AND s.id >= ${firstId}) AS earliest,
      (SELECT coalesce(json_agg(a), '[]') FROM answers a WHERE a.endpoint = e.id) AS answers
    FROM unnest(${ids}) AS e (id)`,
});

interface Answer {
  readonly status: number | null;
  readonly error: PostError | null;
  readonly hour: number;
  readonly day: number;
  readonly hourSlowest: number | null;
  readonly daySlowest: number | null;
}

interface Row {
  readonly id: string;
  readonly webhooks: number;
  readonly earliest: string | null;
  readonly answers: readonly Answer[];
}

/** `ids`: endpoints of the platform; of any other endpoint nothing is found. */
export async function readRecentAttempts(
  { db, clock }: App,
  platformId: string,
  ids: readonly string[],
): Promise<readonly RecentAttempts[]> {
  const now = clock.now().getTime();
  const [hourAgo, dayAgo] = [new Date(now - hour), new Date(now - day)];
  const asked = { platformId, ids, hourAgo, dayAgo, firstId: idAt(dayAgo) };
  const { rows } = await readByIndexes(db, (client) => client.query<Row>(read(asked)));
  return rows.map((row) => ({
    id: row.id,
    lastHour: figuresOf(row, 'hour', hourAgo),
    lastDay: figuresOf(row, 'day', dayAgo),
  }));
}

function figuresOf({ webhooks, earliest, answers }: Row, span: 'hour' | 'day', begin: Date): AttemptFigures {
  const cut = webhooks > webhooksRead && earliest !== null ? mintedAt(earliest) : null;
  const found = answers.filter((answer) => answer[span] > 0);
  const count = (some: readonly Answer[]) => some.reduce((sum, answer) => sum + answer[span], 0);
  const times = found.flatMap(({ hourSlowest, daySlowest }) => (span === 'hour' ? hourSlowest : daySlowest) ?? []);
  return {
    since: cut !== null && cut > begin ? cut : begin,
    attempts: count(found),
    failed: count(found.filter(({ error }) => error !== null)),
    slowestMs: times.length === 0 ? null : Math.max(...times),
    answers: found
      .map((answer) => ({ status: answer.status, error: answer.error, attempts: answer[span] }))
      .toSorted((one, other) => other.attempts - one.attempts || (one.status ?? 0) - (other.status ?? 0))
      .slice(0, answersShown),
  };
}
