/** Entries of the audit log (docs/rules.md#audit-log). */
import type { Viewer } from '../context.ts';
import { newId } from '../ground/ids.ts';

/** The object of a change. */
export interface ChangedObject {
  readonly type: string;
  /** An id, or the name of an event type or an attribute; null where it is not known. */
  readonly id: string | null;
  /** The platform of the object where it is not that of the request; null where it is not known. */
  readonly platformId: string | null;
}

/** One change as it is stored. It holds no value that the change wrote. */
export interface AuditRow {
  readonly id: string;
  readonly platformId: string | null;
  readonly apiKeyId: string | null;
  readonly operation: string;
  readonly objectType: string;
  readonly objectId: string | null;
  readonly requestId: string;
  readonly createdAt: Date;
}

export function auditRow(viewer: Viewer, operation: string, object: ChangedObject): AuditRow {
  const createdAt = viewer.app.clock.now();
  return {
    id: newId(createdAt),
    platformId: object.platformId ?? viewer.platformId,
    apiKeyId: viewer.apiKeyId,
    operation,
    objectType: object.type,
    objectId: object.id,
    requestId: viewer.requestId,
    createdAt,
  };
}
