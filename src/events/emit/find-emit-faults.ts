import type { Ctx } from '../../context.ts';
import { type FieldErrors, notFound } from '../../ground/errors.ts';
import { endedKeyFault } from '../../platforms/keys/ended-key-fault.ts';
import { replay } from '../idempotency/idempotency.ts';
import { emitFaults } from './emit-faults.ts';
import { readEmits } from './read-emits.ts';
import { readWork } from './read-work.ts';

/**
 * Finds the faults of an emit whose shape is already rejected; records nothing. Rejects like the emit itself:
 * `unauthenticated`, `platform_suspended`, `not_found`, and `idempotency_key_reused`, since no body of that shape was
 * ever accepted.
 */
export async function findEmitFaults(
  ctx: Ctx,
  workspacePath: string,
  input: Readonly<Record<string, unknown>>,
): Promise<FieldErrors> {
  const work = await readWork(ctx, workspacePath, input);
  const [facts] = await readEmits(ctx.app, [work]);
  if (!facts) throw new Error('The read of an emit returned no row');
  if (facts.keyEnded) throw await endedKeyFault(ctx.app, work);
  if (facts.workspaceId === null) throw notFound('workspace');
  // Null for the hash: no body of this shape was ever accepted.
  if (facts.keyAnswer !== null) replay({ bodyHash: facts.keyBodyHash, answer: facts.keyAnswer }, work.key, null);
  return emitFaults(ctx.app, work, facts);
}
