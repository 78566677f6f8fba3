/**
 * The end of attempts that an act has forbidden (docs/rules.md#confirmed-leases): called after the act's commit and
 * before its answer, so that no mail begins to go out behind the answer.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { confirmedFor } from './confirmed-for.ts';
import { apart, fromSql, moves } from './message-states.ts';

/** Between two looks; milliseconds. Most attempts end before the second. */
const lookEvery = 50;
/** Beyond the age of the last confirmation: for the step that it allowed; milliseconds. */
const margin = 250;

/** Whose attempts are forbidden; what is left out concerns all. */
interface Forbidden {
  readonly platformId: string;
  readonly workspaceId?: string;
  readonly addressHash?: Buffer;
  /** Only mail to people who are being erased. */
  readonly erased?: boolean;
}

const attemptsLeft = statement({
  values: { platformId: 'text', workspaceId: 'text', addressHash: 'bytea', erased: 'boolean' },
  text: (v) => `
    SELECT EXISTS (
      SELECT 1 FROM messages
      WHERE ${apart(fromSql('state', moves.attempt))} AND platform_id = ${v.platformId} AND simulation IS NULL
        AND coalesce(workspace_id = ${v.workspaceId}, true) AND coalesce(address_hash = ${v.addressHash}, true)
        AND (recipient IS NULL OR NOT ${v.erased})) AS "left"`,
});

/**
 * Resolves when none of these messages is being sent, or when each of their attempts must have asked the database again
 * before its next step, and so ends. An attempt whose mail is offered may still get its reply.
 */
export async function attemptsEnded(app: App, forbidden: Forbidden): Promise<void> {
  const { platformId, workspaceId = null, addressHash = null, erased = false } = forbidden;
  const until = app.clock.monotonic() + confirmedFor + margin;
  while (app.clock.monotonic() < until) {
    const { rows } = await app.db.pool.query<{ readonly left: boolean }>(
      attemptsLeft({ platformId, workspaceId, addressHash, erased }),
    );
    if (rows[0]?.left !== true) return;
    await wait(lookEvery);
  }
}
