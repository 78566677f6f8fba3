import type { App, Ctx } from '../context.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { createGroupCommit, type GroupCommit } from '../queue/group-commit.ts';
import { byPath } from '../workspaces/find-workspace.ts';
import { canonicalJson } from './canonical-json.ts';
import { emitBatch } from './emit-batch.ts';
import { emitInput, idempotencyKey } from './emit-input.ts';
import type { EmitAnswer, EmitWork } from './emit-work.ts';

/** Emits of one batch, and batches under way at once in one process. */
const batchSize = 200;
const batchesInFlight = 3;

const queues = new WeakMap<App, GroupCommit<EmitWork, EmitAnswer>>();

function queueOf(app: App): GroupCommit<EmitWork, EmitAnswer> {
  const known = queues.get(app);
  if (known) return known;
  const queue = createGroupCommit<EmitWork, EmitAnswer>({
    size: batchSize,
    inFlight: batchesInFlight,
    waitMs: 0,
    write: (works) => emitBatch(app, works),
  });
  queues.set(app, queue);
  return queue;
}

/**
 * Records an event for one recipient and, when its type has a template, queues the one email it gives rise to
 * (contract, Emit an event). The same key with the same body gets the first answer again.
 *
 * Refuses `not_found`, `idempotency_key_reused`, `validation_failed`, `workspace_suspended`, `domain_not_sendable`,
 * `recipient_rate_limited`; a refused emit records nothing.
 */
export function emitEvent(
  ctx: Ctx,
  workspacePath: string,
  input: Readonly<Record<string, unknown>>,
): Promise<EmitAnswer> {
  const { app, platformId } = ctx;
  const workspace = byPath(workspacePath);
  const key = idempotencyKey.safeParse(input.idempotencyKey);
  const checked = check(input);
  const recipient = 'input' in checked ? checked.input.recipient : null;
  return queueOf(app).add({
    platformId,
    workspace,
    key: key.success ? key.data : null,
    type: 'input' in checked ? checked.input.type : null,
    contact: recipient && 'contact' in recipient ? byPath(recipient.contact) : null,
    addressHash: recipient && 'email' in recipient ? app.secrets.addressHash(recipient.email) : null,
    bodyHash: app.secrets.bodyHash(canonicalJson(input)),
    checked,
  });
}

function check(input: unknown): EmitWork['checked'] {
  try {
    return { input: parseInput(emitInput, input) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}
