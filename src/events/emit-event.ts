import type { App, Ctx } from '../context.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { createGroupCommit, type GroupCommit } from '../queue/group-commit.ts';
import { byPath } from '../workspaces/find-workspace.ts';
import { canonicalJson } from './canonical-json.ts';
import { checkAttachments } from './check-attachments.ts';
import { emitBatch } from './emit-batch.ts';
import { emitInput, idempotencyKey } from './emit-input.ts';
import type { EmitAnswer, EmitWork } from './emit-work.ts';
import { erasedKey } from './erased-key.ts';

/** Emits of one batch, and batches under way at once in one process. */
const batchSize = 200;
const batchesInFlight = 3;
/** The same for emits with files, which take longer to write: nobody else waits for megabytes. */
const heavyBatchSize = 4;
const heavyBatchesInFlight = 2;

type EmitQueue = GroupCommit<EmitWork, EmitAnswer>;
const queues = new WeakMap<App, { readonly light: EmitQueue; readonly heavy: EmitQueue }>();

function queuesOf(app: App) {
  const known = queues.get(app);
  if (known) return known;
  const create = (size: number, inFlight: number): EmitQueue =>
    createGroupCommit({ size, inFlight, waitMs: 0, write: (works) => emitBatch(app, works) });
  const made = {
    light: create(batchSize, batchesInFlight),
    heavy: create(heavyBatchSize, heavyBatchesInFlight),
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
  const { app, platformId, apiKeyId } = ctx;
  const workspace = byPath(workspacePath);
  const key = idempotencyKey.safeParse(input.idempotencyKey);
  const checked = await check(input);
  const recipient = 'input' in checked ? checked.input.recipient : null;
  const heavy = 'attachments' in checked && checked.attachments.length > 0;
  const { [heavy ? 'heavy' : 'light']: queue } = queuesOf(app);
  return queue.add({
    platformId,
    apiKeyId,
    workspace,
    key: key.success ? key.data : null,
    erasedKey: key.success ? erasedKey(app.secrets, key.data) : null,
    type: 'input' in checked ? checked.input.type : null,
    contact: recipient && 'contact' in recipient ? byPath(recipient.contact) : null,
    addressHash: recipient && 'email' in recipient ? app.secrets.addressHash(recipient.email) : null,
    bodyHash: app.secrets.bodyHash(canonicalJson(input)),
    checked,
  });
}

async function check(given: unknown): Promise<EmitWork['checked']> {
  try {
    const { attachments, ...input } = parseInput(emitInput, given);
    return { input, attachments: attachments.length === 0 ? [] : await checkAttachments(attachments) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}
