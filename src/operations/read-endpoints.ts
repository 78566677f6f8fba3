import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { deploymentCountMax } from './capped-count.ts';

/** Live endpoints of webhooks, of all platforms; counted up to 10,000 (docs/rules.md#backlog-counts). */
export interface EndpointCounts {
  readonly live: number;
  /** Their last attempt failed. */
  readonly failing: number;
  /** Their breaker is open: no attempt begins (docs/rules.md#webhook-breaker). */
  readonly open: number;
}

const counts = statement({
  values: { now: 'timestamptz' },
  text: ({ now }) => `
    SELECT count(*)::int AS live, count(*) FILTER (WHERE failures > 0)::int AS failing,
      count(*) FILTER (WHERE paused_until > ${now})::int AS open
    FROM (SELECT failures, paused_until FROM webhook_endpoints WHERE deleted_at IS NULL LIMIT ${deploymentCountMax}) e`,
});

export async function readEndpoints({ clock, db }: App): Promise<EndpointCounts> {
  const { rows } = await db.pool.query<EndpointCounts>(counts({ now: clock.now() }));
  return rows[0] ?? { live: 0, failing: 0, open: 0 };
}
