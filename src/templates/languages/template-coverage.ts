import { type Coverage, coverageInSteps } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { savedContent } from '../saved-content.ts';

export type { Coverage };

/** Returns how far a saved version is translated, by locale. */
export function templateCoverage(ctx: Ctx, version: Parameters<typeof savedContent>[0]): Promise<readonly Coverage[]> {
  return giveWayFairly(ctx.platformId, coverageInSteps(savedContent(version)));
}
