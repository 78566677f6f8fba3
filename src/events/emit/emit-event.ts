import type { Ctx } from '../../context.ts';
import { emitAlone } from './emit-batch.ts';
import type { EmitQueue } from './emit-queues.ts';
import { emitWithCopies } from './emit-with-copies.ts';
import type { EmitAnswer, EmitWork } from './emit-work.ts';
import { readWork } from './read-work.ts';

/**
 * Records an event for one recipient and queues one email, and its copies, when its type has a template. A repeated key with an equal
 * body returns the first response (docs/rules.md#idempotency).
 *
 * Rejects with `unauthenticated` for a key that was revoked or has expired since the request was authenticated,
 * `platform_suspended`, `not_found`, `idempotency_key_reused`, `validation_failed`, `workspace_suspended`,
 * `domain_not_sendable`, `recipient_rate_limited`. A rejected emit records nothing.
 */
export async function emitEvent(
  ctx: Ctx,
  workspacePath: string,
  input: Readonly<Record<string, unknown>>,
): Promise<EmitAnswer> {
  const { batchPlaces, emits } = ctx.app.parts;
  batchPlaces.noteSingle();
  const work = await readWork(ctx, workspacePath, input);
  return emitWork(ctx, work, work.isHeavy ? emits.heavy : emits.light);
}

/** Decides and writes an emit whose body is read. Rejects as `emitEvent` does. */
export async function emitWork({ app }: Ctx, work: EmitWork, queue: EmitQueue): Promise<EmitAnswer> {
  // Its messages are written together; a body with faults is rejected as any.
  if (work.copies.length > 0 && !('faults' in work.checked)) return emitWithCopies(app, work);
  // In a batch with others; alone, after its template is loaded, if the decision takes long.
  const first = await queue.add(work);
  if (!('apart' in first)) return first;
  if (first.apart.prepare === null) return emitAlone(app, work);
  await first.apart.prepare();
  const second = await queue.add(work);
  return 'apart' in second ? emitAlone(app, work) : second;
}
