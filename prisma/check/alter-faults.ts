/** What an ALTER TABLE must not do to a table that may be large (docs/rules.md#new-migrations). */
import { type Judged, type Known, later, type Node, reads } from './known.ts';

/** Functions whose value is the same for all rows of a statement: PostgreSQL computes it once. */
const steady = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);
const serials = new Set(['serial', 'serial4', 'bigserial', 'serial8', 'smallserial', 'serial2']);

const validateApart = 'ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT as a statement of its own behind it';
const newColumn =
  'add a column of the new type, write both, fill it in batches, read it in the next release, and drop the old one in the one after';
const withDefault = 'add the column as nullable or with a constant default, and fill it in batches';

export function alterFaults(table: string, { cmds }: Node, known: Known): readonly Judged[] {
  if (!Array.isArray(cmds)) return [];
  return cmds.flatMap((each: { readonly AlterTableCmd?: Node }) =>
    commandFaults(table, each.AlterTableCmd ?? {}, cmds.length > 1, known),
  );
}

function commandFaults(table: string, command: Node, hasOthers: boolean, known: Known): readonly Judged[] {
  const name = String(command.name ?? '');
  switch (command.subtype) {
    case 'AT_AddColumn':
      return columnFaults(inner(command.def, 'ColumnDef'));
    case 'AT_AlterColumnType':
      return [{ fault: `rewrites ${table} while nobody reads or writes it`, instead: newColumn }];
    case 'AT_SetNotNull':
      return isKnownNotNull(known, `${table}.${name}`)
        ? []
        : [
            {
              fault: `reads all of ${table} while nobody reads or writes it`,
              instead: `ADD CONSTRAINT … CHECK (${name} IS NOT NULL) NOT VALID, VALIDATE CONSTRAINT, then SET NOT NULL`,
            },
          ];
    case 'AT_AddConstraint':
      return constraintFaults(table, inner(command.def, 'Constraint'), known);
    case 'AT_ValidateConstraint':
      known.validated.add(`${table}.${name}`);
      return hasOthers || known.isInTransaction
        ? [{ fault: `reads all of ${table} while it holds the locks of other statements`, instead: validateApart }]
        : [];
    case 'AT_DropColumn':
      return reads(known.before, table, name)
        ? [{ fault: `the version before reads ${table}.${name}`, instead: later }]
        : [];
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
      return [{ fault: `rewrites ${table} while nobody reads or writes it`, instead: 'make a new table' }];
    default:
      return [];
  }
}

function columnFaults(column: Node): readonly Judged[] {
  const constraints = arrayOf(column.constraints).map((each) => inner(each, 'Constraint'));
  const of = (kind: string) => constraints.find(({ contype }) => contype === kind);
  const preset = of('CONSTR_DEFAULT');
  const faults: Judged[] = [];
  const rewrites = (why: string) => faults.push({ fault: `rewrites the table: ${why}`, instead: withDefault });
  if (serials.has(typeName(column.typeName))) rewrites('each row gets a number of its own');
  if (of('CONSTR_IDENTITY')) rewrites('each row gets a number of its own');
  if (of('CONSTR_GENERATED')) rewrites('the column is computed for each row');
  if (preset && !isSteady(preset.raw_expr)) rewrites('the default is computed for each row');
  if (of('CONSTR_NOTNULL') && !preset) {
    faults.push({
      fault: 'fails on a table with rows, and inserts of the version before would fail',
      instead: withDefault,
    });
  }
  if (of('CONSTR_UNIQUE') ?? of('CONSTR_PRIMARY')) faults.push(uniqueFault);
  if (of('CONSTR_CHECK') ?? of('CONSTR_FOREIGN')) {
    faults.push({ fault: 'reads the whole table while nobody reads or writes it', instead: validateApart });
  }
  return faults;
}

const uniqueFault: Judged = {
  fault: 'builds an index while nobody writes the table',
  instead: 'CREATE UNIQUE INDEX CONCURRENTLY, and where a constraint is needed ADD CONSTRAINT … USING INDEX behind it',
};

function constraintFaults(table: string, constraint: Node, { notNull }: Known): readonly Judged[] {
  const { contype, conname, skip_validation: isLeftOut, indexname } = constraint;
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') return indexname === undefined ? [uniqueFault] : [];
  if (contype === 'CONSTR_EXCLUSION') return [uniqueFault];
  const column = notNullColumn(constraint.raw_expr);
  if (column !== null) notNull.set(`${table}.${String(conname)}`, `${table}.${column}`);
  return isLeftOut === true ? [] : [{ fault: `reads all of ${table} while nobody writes it`, instead: validateApart }];
}

function isKnownNotNull({ notNull, validated }: Known, column: string): boolean {
  return [...notNull].some(([constraint, of]) => of === column && validated.has(constraint));
}

/** The column of `column IS NOT NULL`; null for any other expression. */
function notNullColumn(expression: unknown): string | null {
  const test = inner(expression, 'NullTest');
  if (test.nulltesttype !== 'IS_NOT_NULL') return null;
  return /"sval":"([^"]+)"/.exec(JSON.stringify(test.arg))?.[1] ?? null;
}

/** Whether PostgreSQL computes a default once. */
function isSteady(expression: unknown): boolean {
  const names = [...JSON.stringify(expression ?? null).matchAll(/"funcname":(\[[^\]]*\])/g)].map(
    ([, list = '']) => [...list.matchAll(/"sval":"([^"]+)"/g)].at(-1)?.[1] ?? '',
  );
  return names.every((name) => steady.has(name));
}

function typeName(type: unknown): string {
  return [...JSON.stringify(type ?? null).matchAll(/"sval":"([^"]+)"/g)].at(-1)?.[1] ?? '';
}

/** The node of a kind that the parser wraps in an object of one key. */
function inner(node: unknown, kind: string): Node {
  return (Object(node) as Readonly<Record<string, Node | undefined>>)[kind] ?? {};
}

function arrayOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}
