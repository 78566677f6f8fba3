import type { App } from '../../context.ts';
import { recordWebhooks } from '../../webhooks/record-webhooks.ts';
import { findAnyWorkspace } from '../find-any-workspace.ts';
import { endPause } from './health-transitions.ts';
import { applyVerdict, lockStandings } from './update-health.ts';

/**
 * For the operator: lets a paused workspace send again, throttled and with new counts. A workspace that is not paused
 * stays unchanged. `workspaceId` is of any platform. Returns its place; rejects with `not_found`.
 */
export async function releaseHealth(
  app: App,
  workspaceId: string,
): Promise<{ readonly platformId: string; readonly id: string }> {
  const { platformId } = await findAnyWorkspace(app, workspaceId);
  const woken = await app.db.transaction(async (client) => {
    const [standing] = await lockStandings(app.db, client, [{ platformId, workspaceId }]);
    if (standing?.state !== 'paused') return { endpoints: [], turns: [] };
    const now = app.clock.now();
    const causes = await applyVerdict(app.db, client, standing, endPause(standing, 'released', now), now);
    return { endpoints: await recordWebhooks(app, client, causes), turns: [{ platformId, id: workspaceId }] };
  });
  await Promise.all([app.wake.ask('webhooks', woken.endpoints), app.wake.ask('sending', woken.turns)]);
  return { platformId, id: workspaceId };
}
