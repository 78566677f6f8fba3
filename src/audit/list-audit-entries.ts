import type { AuditEntry, Prisma } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { listWork } from '../db/lists/list-work.ts';
import { type FoundIds, readByIndexes, type WalkedIndex, walk } from '../db/lists/walk.ts';
import { idAt } from '../ground/ids.ts';
import {
  type Counted,
  countOf,
  inTime,
  type Keyset,
  keyset,
  type ListPart,
  notBefore,
  type PageWindow,
  partOf,
  type TimeRange,
  wholeList,
} from '../ground/lists/keyset.ts';
import { auditLifetime, keptSince } from '../retention/lifetimes.ts';

export interface AuditFilter extends TimeRange {
  /** Null: the entries of all platforms, for the operator alone. */
  readonly platformId: string | null;
  readonly apiKey?: string | null | undefined;
  /** Only changes that the operator made. */
  readonly byOperator?: boolean | null | undefined;
  readonly operation?: string | null | undefined;
  readonly object?: string | null | undefined;
}

/**
 * Returns entries of the audit log, newest first (docs/rules.md#list-work). The changes of one object have an index;
 * other filters walk the log.
 */
export async function listAuditEntries(
  app: App,
  filter: AuditFilter,
  window: PageWindow,
  query: Prisma.AuditEntryDefaultArgs = {},
): Promise<ListPart<AuditEntry>> {
  const page = inTime(notBefore(keyset(window, 'desc'), idAt(keptSince(auditLifetime, app.clock.now()))), filter);
  const found = await findIds(app, filter, page);
  if (found.ids.length === 0) return partOf([], found);
  const rows = await app.db.prisma.auditEntry.findMany({
    ...query,
    where: { id: { in: [...found.ids] } },
    orderBy: { id: page.direction },
  });
  return partOf(rows, found);
}

/** Counts the entries that `listAuditEntries` lists, up to `limit`. */
export async function countAuditEntries(app: App, filter: AuditFilter, limit: number): Promise<Counted> {
  const page = inTime(notBefore(wholeList(limit), idAt(keptSince(auditLifetime, app.clock.now()))), filter);
  return countOf(await findIds(app, filter, page));
}

function findIds(app: App, filter: AuditFilter, page: Keyset): Promise<FoundIds> {
  const others = conditionsOf(filter);
  return readByIndexes(app.db, (client) =>
    walk(client, indexOf(filter), {
      page,
      keep: (bind) => others.map(({ sql, value }) => `${sql} ${bind(value)}`).join(' AND ') || 'true',
      rows: others.length === 0 ? page.take : listWork.first + listWork.further,
    }),
  );
}

interface Condition {
  /** Column and operator. */
  readonly sql: string;
  readonly value: string | boolean;
}

/** What the walked index does not decide. */
function conditionsOf({ platformId, apiKey, byOperator, operation, object }: AuditFilter): readonly Condition[] {
  return [
    ...(platformId !== null && object != null ? [{ sql: 'a.platform_id =', value: platformId }] : []),
    ...(apiKey != null ? [{ sql: 'a.api_key_id =', value: apiKey }] : []),
    ...(byOperator != null ? [{ sql: '(a.api_key_id IS NULL) =', value: byOperator }] : []),
    ...(operation != null ? [{ sql: 'a.operation =', value: operation }] : []),
  ];
}

function indexOf({ platformId, object }: AuditFilter): WalkedIndex {
  const log = {
    from: 'audit_entries a',
    alias: 'a',
    key: 'a.id',
    columns: ['a.platform_id', 'a.api_key_id', 'a.operation'],
  };
  if (object != null) return { ...log, prefix: [{ column: 'a.object_id', value: object }] };
  return { ...log, prefix: platformId === null ? [] : [{ column: 'a.platform_id', value: platformId }] };
}
