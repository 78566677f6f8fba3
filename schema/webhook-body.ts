import type { GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../src/context.ts';
import { buildBodies, type WebhookBody, type WebhookRow } from '../src/webhooks/delivery/build-bodies.ts';
import { placeOf } from './load-together.ts';

interface Batch {
  readonly rows: WebhookRow[];
  readonly bodies: Promise<ReadonlyMap<string, WebhookBody>>;
}

/** Open batches of a request, by the place of their field. */
const open = new WeakMap<Viewer, Map<string, Batch>>();

/** The body of a webhook; bodies of one page, which are requested together, are read together. */
export async function webhookBody(viewer: Viewer, info: GraphQLResolveInfo, row: WebhookRow): Promise<WebhookBody> {
  const batches = open.get(viewer) ?? new Map<string, Batch>();
  open.set(viewer, batches);
  const place = placeOf(info.path);
  const batch = batches.get(place) ?? openBatch(viewer, batches, place);
  batch.rows.push(row);
  const body = (await batch.bodies).get(row.id);
  if (!body) throw new Error('A webhook has no body');
  return body;
}

/** Collects rows until all resolvers of the page have run. */
function openBatch(viewer: Viewer, batches: Map<string, Batch>, place: string): Batch {
  const rows: WebhookRow[] = [];
  const collected = new Promise<void>((resolve) => setImmediate(resolve));
  const bodies = collected.then(() => {
    batches.delete(place);
    return buildBodies(viewer.app.db, rows);
  });
  const batch = { rows, bodies };
  batches.set(place, batch);
  return batch;
}
