import type { Ctx } from '../../context.ts';
import { isUnavailable } from '../../db/connections/is-unavailable.ts';
import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import type { FieldErrors } from '../../ground/errors/field-errors.ts';
import { isRecord } from '../../ground/input/input.ts';
import { countEmit } from '../emit/count-emit.ts';
import { wordsWithinReason } from './fault-words.ts';
import type { NotedFault } from './kept-refusal.ts';
import { pathWithinReason } from './refused-path.ts';

/** Rejections for which the service is to blame; the log has them. */
const ownFaults: readonly ErrorCode[] = ['internal_error', 'unavailable'];

/** Paths that one row names, at most. */
const pathsMax = 10;

/** An event type is named in this way (docs/rules.md#event-type-names); other text may be anything. */
const typeName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Characters of a text that may be an address, a key, or the path of a workspace or of a contact. */
const textLength = 255;

interface Refused {
  readonly requestId: string;
  /** Path of the workspace, as sent. */
  readonly workspace: string;
  readonly eventType: unknown;
  readonly idempotencyKey: unknown;
  readonly recipient: unknown;
  readonly error: unknown;
}

/** Notes a rejected emit (docs/rules.md#refused-emits). Nothing waits for it, and nothing of the payload is kept. */
export function noteRefusedEmit(ctx: Ctx, refused: Refused): void {
  const { app, platformId, apiKeyId } = ctx;
  const { requestId, workspace, eventType, idempotencyKey, recipient, error } = refused;
  countEmit(ctx, codeOf(error));
  if (!(error instanceof DomainError) || ownFaults.includes(error.code)) return;
  const { email, contact } = isRecord(recipient) ? recipient : {};
  app.parts.refusedEmits.note({
    platformId,
    apiKeyId,
    requestId,
    workspace: shortText(workspace) ?? '',
    eventType: typeof eventType === 'string' && typeName.test(eventType) ? eventType : null,
    idempotencyKey: shortText(idempotencyKey),
    email: shortText(email),
    contact: shortText(contact),
    code: error.code,
    faults: firstFaults(error.details.errors ?? {}),
  });
}

function firstFaults(errors: FieldErrors): readonly NotedFault[] {
  const faults: NotedFault[] = [];
  for (const path in errors) {
    if (faults.length === pathsMax) break;
    if (!Object.hasOwn(errors, path)) continue;
    faults.push({ path: pathWithinReason(path), words: wordsWithinReason(errors[path] ?? []) });
  }
  return faults;
}

/** A longer text is none of them, and does not wait to be written. */
function shortText(given: unknown): string | null {
  return typeof given === 'string' && given.length <= textLength ? given : null;
}

/** As the response names it. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  return isUnavailable(error) ? 'unavailable' : 'internal_error';
}
