import type { Ctx } from '../../context.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { newId } from '../../ground/ids.ts';
import { hour } from '../../ground/time/durations.ts';

/** Test mails of one platform in any hour (docs/rules.md#test-mail). */
const testsAnHour = 20;
/** Counts one test mail of the platform. Rejects with `rate_limited` when the last hour had as many as it may. */
export async function takeTestMail(ctx: Ctx): Promise<void> {
  const { app, platformId } = ctx;
  const now = app.clock.now();
  await app.db.transaction(async (client) => {
    // Requests of one platform count one after the other. Emits hold only a key-share lock on the row and do not wait.
    await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [platformId]);
    await client.query('DELETE FROM template_tests WHERE platform_id = $1 AND created_at <= $2', [
      platformId,
      new Date(now.getTime() - hour),
    ]);
    const { rows } = await client.query<{ tests: number; oldest: Date | null }>(
      'SELECT count(*)::int AS tests, min(created_at) AS oldest FROM template_tests WHERE platform_id = $1',
      [platformId],
    );
    const { tests, oldest } = rows[0] ?? { tests: 0, oldest: null };
    if (tests >= testsAnHour) {
      const freed = (oldest ?? now).getTime() + hour;
      throw new DomainError('rate_limited', `A platform may send ${testsAnHour} test mails an hour.`, {
        retryAfter: Math.max(1, Math.ceil((freed - now.getTime()) / 1_000)),
      });
    }
    await client.query('INSERT INTO template_tests (platform_id, id, created_at) VALUES ($1, $2, $3)', [
      platformId,
      newId(now),
      now,
    ]);
  });
}
