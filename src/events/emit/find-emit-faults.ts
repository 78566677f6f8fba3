/** What is wrong with emits whose shape is already rejected, beyond their shape; nothing is recorded. */
import type { App, Ctx } from '../../context.ts';
import { DomainError, type FieldErrors, notFound } from '../../ground/errors/errors.ts';
import { giveWayAfterStretches } from '../../ground/give-way/give-way-after.ts';
import { replay } from '../idempotency/idempotency.ts';
import type { EmitFacts } from './emit-facts.ts';
import { emitFaults } from './emit-faults.ts';
import type { EmitWork } from './emit-work.ts';
import { readEmits } from './read-emits.ts';
import { readWork } from './read-work.ts';
import { createRefusalReads, type RefusalReads } from './refusal-reads.ts';

export interface ShapedEmit {
  readonly workspace: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Faults of an emit, or the error of a check that comes before them (docs/rules.md#emit-checks). */
export type EmitFinding = FieldErrors | DomainError;

/**
 * Rejects like the emit itself: `unauthenticated`, `platform_suspended`, `not_found`, and `idempotency_key_reused`, since
 * no body of that shape was ever accepted.
 */
export async function findEmitFaults(ctx: Ctx, workspace: string, input: ShapedEmit['input']): Promise<FieldErrors> {
  const [found = {}] = await findFaultsOfEmits(ctx, [{ workspace, input }]);
  if (found instanceof DomainError) throw found;
  return found;
}

/** The same for several emits, in their order; one read finds the facts of all. */
export async function findFaultsOfEmits(ctx: Ctx, emits: readonly ShapedEmit[]): Promise<readonly EmitFinding[]> {
  const works: (EmitWork | DomainError)[] = [];
  const pause = giveWayAfterStretches();
  for (const { workspace, input } of emits) {
    await pause();
    works.push(await readWork(ctx, workspace, input).catch(asFinding));
  }
  const read = works.filter((work): work is EmitWork => !(work instanceof DomainError));
  const facts = read.length === 0 ? [] : await readEmits(ctx.app, read);
  const known = new Map(read.map((work, position) => [work, facts[position]]));
  const reads = createRefusalReads(ctx.app);
  const findings: EmitFinding[] = [];
  for (const work of works) {
    await pause();
    if (work instanceof DomainError) findings.push(work);
    else findings.push(await judge(ctx.app, work, known.get(work), reads).catch(asFinding));
  }
  return findings;
}

async function judge(
  app: App,
  work: EmitWork,
  facts: EmitFacts | undefined,
  reads: RefusalReads,
): Promise<FieldErrors> {
  if (!facts) throw new Error('The read of an emit returned no row');
  if (facts.keyEnded) throw await reads.endedKeyFault(work);
  if (facts.workspaceId === null) throw notFound('workspace');
  // Null for the hash: no body of this shape was ever accepted.
  if (facts.keyAnswer !== null) replay({ bodyHash: facts.keyBodyHash, answer: facts.keyAnswer }, work.key, null);
  return emitFaults(app, work, facts, reads);
}

function asFinding(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
