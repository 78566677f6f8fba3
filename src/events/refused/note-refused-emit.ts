import type { Ctx } from '../../context.ts';
import { isUnavailable } from '../../db/connections/is-unavailable.ts';
import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { placeOf } from '../../tenant/find-workspace.ts';
import { countEmit } from '../emit/count-emit.ts';
import { pathWithinReason } from './refused-path.ts';

/** Rejections for which the service is to blame; the log has them. */
const ownFaults: readonly ErrorCode[] = ['internal_error', 'unavailable'];

/** Paths that one row names, at most. */
const pathsMax = 10;

/** An event type is named in this way (docs/rules.md#event-type-names); other text may be anything. */
const typeName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

interface Refused {
  readonly requestId: string;
  /** Path of the workspace, as sent. */
  readonly workspace: string;
  readonly eventType: unknown;
  readonly error: unknown;
}

/** Notes a rejected emit (docs/rules.md#refused-emits). Nothing waits for it, and nothing of the payload is kept. */
export function noteRefusedEmit(ctx: Ctx, refused: Refused): void {
  const { app, platformId, apiKeyId } = ctx;
  const { requestId, workspace, eventType, error } = refused;
  countEmit(ctx, codeOf(error));
  if (!(error instanceof DomainError) || ownFaults.includes(error.code)) return;
  app.parts.refusedEmits.note({
    platformId,
    apiKeyId,
    requestId,
    workspace: placeOf(workspace),
    eventType: typeof eventType === 'string' && typeName.test(eventType) ? eventType : null,
    code: error.code,
    fieldPaths: Object.keys(error.details.errors ?? {})
      .slice(0, pathsMax)
      .map(pathWithinReason),
  });
}

/** As the response names it. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  return isUnavailable(error) ? 'unavailable' : 'internal_error';
}
