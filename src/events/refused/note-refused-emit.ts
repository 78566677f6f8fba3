import type { Ctx } from '../../context.ts';
import { DomainError, type ErrorCode } from '../../ground/errors.ts';
import { holdsAddress } from '../../ground/holds-address.ts';
import { placeOf } from '../../tenant/find-workspace.ts';
import { refusedPath } from './refused-path.ts';

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
export function noteRefusedEmit({ app, platformId, apiKeyId }: Ctx, refused: Refused): void {
  const { requestId, workspace, eventType, error } = refused;
  if (!(error instanceof DomainError) || ownFaults.includes(error.code)) return;
  app.parts.refusedEmits.note({
    platformId,
    apiKeyId,
    requestId,
    workspace: placeOf(workspace),
    eventType: typeof eventType === 'string' && typeName.test(eventType) && !holdsAddress(eventType) ? eventType : null,
    code: error.code,
    fieldPaths: Object.keys(error.details.errors ?? {})
      .slice(0, pathsMax)
      .map((path) => refusedPath(path, holdsAddress)),
  });
}
