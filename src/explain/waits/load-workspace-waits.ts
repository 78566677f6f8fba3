import type { Ctx } from '../../context.ts';
import { nameless } from '../../people/read-person.ts';
import { readManySendingFacts } from '../sending-facts.ts';
import { type Wait, waitOfWorkspace } from './wait-of.ts';

/** Returns what real mail of each workspace of the platform waits for; a workspace whose mail goes out is left out. */
export async function loadWorkspaceWaits(
  ctx: Ctx,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly wait: Wait }[]> {
  // No address: a suppression is no matter of the workspace.
  const places = ids.map((workspaceId) => ({ workspaceId, addressHash: Uint8Array.from(nameless) }));
  const factsOf = await readManySendingFacts(ctx, places);
  return places.flatMap((place) => {
    const wait = waitOfWorkspace(factsOf(place), ctx.app.config, ctx.app.clock.now());
    return wait === null ? [] : [{ id: place.workspaceId, wait }];
  });
}
