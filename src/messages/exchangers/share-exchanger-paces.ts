import type { App } from '../../context.ts';
import { sharePaces } from '../../transport/mx/share-paces.ts';

/** Shares what this process has learned of exchangers with the other sending processes, in both directions. */
export async function shareExchangerPaces(app: App): Promise<void> {
  const { pace } = app.transport;
  if (pace) await sharePaces(app.db.pool, pace, app.clock.now());
}
