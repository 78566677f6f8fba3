/** Reads the body of an emit: its valid parts, and the faults of the others. */
import type { App, Ctx } from '../../context.ts';
import { currentRequest } from '../../db/connections/party.ts';
import { mayNameEventType } from '../../event-types/event-type-name.ts';
import { payload } from '../../event-types/payload-size.ts';
import { DomainError, type FieldErrors } from '../../ground/errors/errors.ts';
import { faultsOf } from '../../ground/input/input.ts';
import { jsonBytes } from '../../ground/json-bytes.ts';
import { isTooFar, sendAtFault } from '../../messages/states/send-at.ts';
import { byPath, placeOf } from '../../tenant/find-workspace.ts';
import { attachStored } from '../attachments/attach-stored.ts';
import type { AttachmentInput } from '../attachments/attachment-input.ts';
import { checkAttachments, type EmitAttachment } from '../attachments/check-attachments.ts';
import { hashBody } from '../idempotency/hash-body.ts';
import { erasedKey } from '../idempotency/idempotency.ts';
import { copiesOf } from './copies.ts';
import { emitInput, emitParts, idempotencyKey } from './emit-input.ts';
import type { CheckedEmit, EmitWork, FaultyEmit } from './emit-work.ts';

/** Characters of an emit as JSON from which the emit counts as heavy. */
const heavyLength = 32_768;

/** Rejects with `not_found` for a path that cannot name a workspace. */
export async function readWork(
  { app, platformId, apiKeyId, workspaceId }: Ctx,
  workspacePath: string,
  input: Readonly<Record<string, unknown>>,
): Promise<EmitWork> {
  const workspace = byPath(workspacePath);
  const { data: key = null } = idempotencyKey.safeParse(input.idempotencyKey);
  const checked = await check(app, platformId, input);
  // A rejected body is not hashed: no key was ever accepted with it.
  const body = 'faults' in checked ? null : await hashBody(app.secrets, input);
  const { contact = null, email = null } = recipientOf(checked, input.recipient);
  return {
    platformId,
    apiKeyId,
    workspace,
    onlyWorkspace: workspaceId ?? null,
    key,
    erasedKey: key === null ? null : erasedKey(app.secrets, key),
    type: typeof input.type === 'string' && mayNameEventType(input.type) ? input.type : null,
    contact: contact === null ? null : placeOf(contact),
    addressHash: email === null ? null : app.secrets.addressHash(email),
    copies: copiesOf(app, input),
    bodyHash: body?.hash ?? null,
    trace: currentRequest()?.span.ids ?? null,
    isHeavy: body === null ? jsonBytes(input.payload, heavyLength) > heavyLength : body.length > heavyLength,
    checked,
  };
}

async function check(
  app: App,
  platformId: string,
  given: Readonly<Record<string, unknown>>,
): Promise<CheckedEmit | FaultyEmit> {
  const parsed = emitInput.safeParse(given);
  const files = emitParts.attachments.safeParse(given.attachments);
  const attachments = files.success ? await filesOf(files.data) : [];
  const late = lateFaults(given.sendAt, app.clock.now());
  if (parsed.success && !('faults' in attachments) && late === null) {
    const { attachments: named, ...input } = parsed.data;
    const sent = attachments.filter((file): file is EmitAttachment => file !== undefined);
    if (sent.length === attachments.length) return { input, attachments: sent, fileFaults: null };
    return { input, ...(await attachStored(app, platformId, named, attachments)) };
  }
  const recipient = emitParts.recipient.safeParse(given.recipient);
  return {
    faults: {
      ...(parsed.success ? {} : faultsOf(parsed.error)),
      ...('faults' in attachments ? attachments.faults : {}),
      ...late,
    },
    payload: payload.safeParse(given.payload).data ?? null,
    email: recipient.success && 'email' in recipient.data ? recipient.data.email : null,
  };
}

/** A time that has passed is no fault: the mail leaves now. */
function lateFaults(given: unknown, now: Date): FieldErrors | null {
  const { data: sendAt = null } = emitParts.sendAt.safeParse(given);
  return sendAt !== null && isTooFar(sendAt, now) ? { sendAt: [sendAtFault] } : null;
}

async function filesOf(files: readonly AttachmentInput[]) {
  try {
    return files.length === 0 ? [] : await checkAttachments(files);
  } catch (error) {
    const { errors }: { readonly errors?: FieldErrors } = error instanceof DomainError ? error.details : {};
    if (errors === undefined) throw error;
    return { faults: errors };
  }
}

function recipientOf(checked: CheckedEmit | FaultyEmit, given: unknown): { contact?: string; email?: string } {
  if (!('faults' in checked)) return checked.input.recipient;
  const { data = {} } = emitParts.recipient.safeParse(given);
  return data;
}
