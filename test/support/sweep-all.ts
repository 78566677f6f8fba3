import type { App } from '../../src/context.ts';
import { sweepRetention } from '../../src/retention/sweep-retention.ts';

/** Removes all that has exceeded its retention. A single sweep ends after a time, and a slow machine does less in it. */
export async function sweepAll(app: App): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await sweepRetention(app);
}
