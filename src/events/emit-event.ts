import type { App, Ctx } from '../context.ts';
import { createDividedCommit } from '../db/divided-commit.ts';
import type { GroupCommit } from '../db/group-commit.ts';
import { type BatchAnswer, emitAlone, emitApart, emitBatch } from './emit-batch.ts';
import type { EmitAnswer, EmitWork } from './emit-work.ts';
import { readWork } from './read-work.ts';

/** Emits of one batch, and batches under way at once in one process. */
const batchSize = 200;
const batchesInFlight = 3;
/** The same for emits with files or a large payload, which take longer to decide and to write. */
const heavyBatchSize = 4;
const heavyBatchesInFlight = 2;
type EmitQueue = GroupCommit<EmitWork, BatchAnswer>;
const queues = new WeakMap<App, { readonly light: EmitQueue; readonly heavy: EmitQueue }>();

function queuesOf(app: App) {
  const known = queues.get(app);
  if (known) return known;
  const create = (name: string, size: number, inFlight: number): EmitQueue =>
    createDividedCommit({
      size,
      inFlight,
      waitMs: 0,
      party: { kind: 'emits', name },
      platformOf: ({ platformId }) => platformId,
      write: (works, limits) => emitBatch(app, works, limits),
      writeApart: (works) => emitApart(app, works),
    });
  const made = {
    light: create('light emits', batchSize, batchesInFlight),
    heavy: create('heavy emits', heavyBatchSize, heavyBatchesInFlight),
  };
  queues.set(app, made);
  return made;
}

/**
 * Records an event for one recipient and, when its type has a template, queues the one email it gives rise to
 * (contract, Emit an event). The same key with the same body gets the first answer again.
 *
 * Refuses `unauthenticated` for a key that was revoked or has expired since the request was let in, `not_found`, `idempotency_key_reused`, `validation_failed`, `workspace_suspended`, `domain_not_sendable`,
 * `recipient_rate_limited`; a refused emit records nothing.
 */
export async function emitEvent(
  ctx: Ctx,
  workspacePath: string,
  input: Readonly<Record<string, unknown>>,
): Promise<EmitAnswer> {
  const { app } = ctx;
  const work = await readWork(ctx, workspacePath, input);
  const { [work.isHeavy ? 'heavy' : 'light']: queue } = queuesOf(app);
  return emit(app, queue, work);
}

/** In a batch with others, unless its template takes long: then on its own, after what was missing is there. */
async function emit(app: App, queue: EmitQueue, work: EmitWork): Promise<EmitAnswer> {
  const first = await queue.add(work);
  if (!('apart' in first)) return first;
  if (first.apart.prepare === null) return emitAlone(app, work);
  await first.apart.prepare();
  const second = await queue.add(work);
  return 'apart' in second ? emitAlone(app, work) : second;
}
