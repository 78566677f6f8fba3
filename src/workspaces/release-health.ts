import type { App } from '../context.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { findAnyWorkspace } from './find-any-workspace.ts';
import { endPause } from './judge-health.ts';
import { applyVerdict, lockStandings } from './move-health.ts';

/**
 * The operator lets a paused workspace send again, throttled and with counts begun anew. One that is not paused stays
 * as it is. `workspaceId` is of any platform. Gives the id; refuses `not_found`.
 */
export async function releaseHealth(app: App, workspaceId: string): Promise<string> {
  const { platformId } = await findAnyWorkspace(app, workspaceId);
  const woken = await app.db.transaction(async (client) => {
    const [standing] = await lockStandings(client, [{ platformId, workspaceId }]);
    if (standing?.state !== 'paused') return { endpoints: [], turns: [] };
    const now = app.clock.now();
    const causes = await applyVerdict(client, standing, endPause(standing, 'released', now), now);
    return { endpoints: await recordWebhooks(app, client, causes), turns: [{ platformId, id: workspaceId }] };
  });
  await Promise.all([app.wake.ask('webhooks', woken.endpoints), app.wake.ask('sending', woken.turns)]);
  return workspaceId;
}
