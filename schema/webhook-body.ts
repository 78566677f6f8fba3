import type { Viewer } from '../src/context.ts';
import { buildBodies, type WebhookBody, type WebhookRow } from '../src/webhooks/build-bodies.ts';

interface Batch {
  readonly rows: WebhookRow[];
  readonly bodies: Promise<ReadonlyMap<string, WebhookBody>>;
}

const batches = new WeakMap<Viewer, Batch>();

/** The body of a webhook; bodies of one page, which are requested together, are read together. */
export async function webhookBody(viewer: Viewer, row: WebhookRow): Promise<WebhookBody> {
  const batch = batches.get(viewer) ?? openBatch(viewer);
  batch.rows.push(row);
  const body = (await batch.bodies).get(row.id);
  if (!body) throw new Error('A webhook has no body');
  return body;
}

/** Collects rows until all resolvers of the page have run. */
function openBatch(viewer: Viewer): Batch {
  const rows: WebhookRow[] = [];
  const collected = new Promise<void>((resolve) => setImmediate(resolve));
  const bodies = collected.then(() => {
    batches.delete(viewer);
    return buildBodies(viewer.app.db.pool, rows);
  });
  const batch = { rows, bodies };
  batches.set(viewer, batch);
  return batch;
}
