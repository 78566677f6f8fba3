import type { App } from '../context.ts';
import { purges } from './purges.ts';

/** Any number that no other advisory lock of ours has. */
const sweepLock = 7_461_021;

/** One batch of every purge, each by one worker at a time: a million rows take minutes, and nobody notices. */
export async function sweepRetention(app: App): Promise<void> {
  for (const purge of purges) {
    await app.db.transaction(async (client) => {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
        sweepLock,
      ]);
      if (rows[0]?.mine) await purge(app, client, app.clock.now());
    });
  }
}
