/**
 * What a migration must not do to a table that may be large, or that the version before still reads
 * (docs/rules.md#new-migrations). Reads the script with PostgreSQL's own parser.
 */
import { loadModule, parseSync } from 'libpg-query';
import { keyPartsOf } from '../steps/change-primary-key.ts';
import { splitScript } from '../steps/split-script.ts';
import { alterFaults } from './alter-faults.ts';
import { type Judged, type Known, later, type Node, reads } from './known.ts';
import type { SchemaColumns } from './schema-columns.ts';

export interface StatementFault extends Judged {
  /** As the script has it. */
  readonly statement: string;
}

/** `before`: what the version before reads; null where none works beside the migration. */
export async function migrationFaults(
  script: string,
  before: SchemaColumns | null,
): Promise<readonly StatementFault[]> {
  await loadModule();
  const made = new Set<string>();
  const notNull = new Map<string, string>();
  const validated = new Set<string>();
  const faults: StatementFault[] = [];
  for (const { statements } of splitScript(script)) {
    const replaced = new Set(statements.flatMap(tablesMade));
    for (const statement of statements) {
      // A run prepares it beside writes.
      if (keyPartsOf(statement) !== null) continue;
      const known: Known = { made, notNull, validated, replaced, isInTransaction: statements.length > 1, before };
      for (const { stmt } of parseSync(statement).stmts ?? []) {
        const [kind = '', node = {}] = Object.entries(stmt ?? {})[0] ?? [];
        faults.push(...judge(kind, node as Node, known).map((fault) => ({ statement, ...fault })));
      }
    }
  }
  return faults;
}

/** Tables that a statement makes. */
function tablesMade(statement: string): readonly string[] {
  return (parseSync(statement).stmts ?? []).flatMap(({ stmt }) => {
    const { CreateStmt: made } = (stmt ?? {}) as { readonly CreateStmt?: Node };
    return made ? [nameIn(made.relation)] : [];
  });
}

const batches =
  "fill a new column in batches, by UPDATE … SET c = … WHERE c IS NULL AND (key) > ('', …), or change the rows by a sweep of the service";

function judge(kind: string, node: Node, known: Known): readonly Judged[] {
  const table = nameIn(node.relation);
  const isOld = table !== '' && !known.made.has(table);
  switch (kind) {
    case 'CreateStmt':
      known.made.add(table);
      return [];
    case 'AlterTableStmt':
      return isOld && node.objtype === 'OBJECT_TABLE' ? alterFaults(table, node, known) : [];
    case 'IndexStmt':
      return isOld ? indexFaults(node) : [];
    case 'RenameStmt':
      return isOld ? renameFaults(table, node, known) : [];
    case 'DropStmt':
      return dropFaults(node, known);
    case 'UpdateStmt':
    case 'DeleteStmt':
      if (!isOld || node.whereClause !== undefined) return [];
      return [{ fault: `writes every row of ${table} in one transaction`, instead: batches }];
    case 'TruncateStmt':
    case 'LockStmt':
    case 'ClusterStmt':
      return [{ fault: 'locks a table for everybody', instead: batches }];
    case 'VacuumStmt':
      return JSON.stringify(node.options ?? []).includes('"full"')
        ? [{ fault: 'rewrites a table', instead: 'leave it to autovacuum' }]
        : [];
    case 'ReindexStmt':
      return JSON.stringify(node.params ?? []).includes('"concurrently"')
        ? []
        : [{ fault: 'locks out writes while it builds an index', instead: 'REINDEX … CONCURRENTLY' }];
    default:
      return [];
  }
}

function indexFaults(node: Node): readonly Judged[] {
  if (node.concurrent !== true) {
    return [{ fault: 'locks out writes while it reads the whole table', instead: 'CREATE INDEX CONCURRENTLY' }];
  }
  return typeof node.idxname === 'string'
    ? []
    : [{ fault: 'a second try could not find what the first one left', instead: 'give the index a name' }];
}

const rename =
  'add the new one, write both, fill it in batches, read the new one in the next release, and drop the old one in the one after';

function renameFaults(table: string, node: Node, { before, replaced }: Known): readonly Judged[] {
  const column = node.renameType === 'OBJECT_COLUMN' ? String(node.subname) : null;
  if (column === null && (node.renameType !== 'OBJECT_TABLE' || replaced.has(table))) return [];
  return reads(before, table, column)
    ? [{ fault: `the version before reads ${column === null ? table : `${table}.${column}`}`, instead: rename }]
    : [];
}

function dropFaults({ removeType, objects }: Node, { before }: Known): readonly Judged[] {
  if (removeType !== 'OBJECT_TABLE' || !Array.isArray(objects)) return [];
  return objects.flatMap((object: unknown) => {
    const table = [...JSON.stringify(object).matchAll(/"sval":"([^"]+)"/g)].at(-1)?.[1] ?? '';
    return reads(before, table, null) ? [{ fault: `the version before reads ${table}`, instead: later }] : [];
  });
}

/** Of a RangeVar. */
function nameIn(relation: unknown): string {
  const { relname } = Object(relation) as { readonly relname?: unknown };
  return typeof relname === 'string' ? relname : '';
}
