/**
 * SQL statements whose parameters have names. Rows go to PostgreSQL as one array for each column and become a table by
 * `unnest`; single values are further parameters. The text of a statement is built once, when its module loads, so
 * PostgreSQL and the driver can keep its plan.
 */
import type {
  BounceKind,
  CopyRole,
  DeliveryEvidence,
  DnsRecordPurpose,
  DnsRecordStatus,
  HealthState,
  MessageState,
  SendingDomainStatus,
  Simulation,
  SuppressionBlocks,
  SuppressionReason,
  WebhookSource,
} from '../../prisma/generated/client.ts';
import { arrayParameter } from './binary-array.ts';

/**
 * The driver's type for each type of a column. `jsonb` takes JSON as text, so that SQL's null stays apart from JSON's;
 * `date` takes `2026-03-29`.
 */
interface SqlTypes {
  readonly text: string;
  readonly int: number;
  readonly float8: number;
  readonly boolean: boolean;
  readonly timestamptz: Date;
  readonly date: string;
  readonly bytea: Uint8Array;
  readonly jsonb: string;
  readonly bounce_kind: BounceKind;
  readonly copy_role: CopyRole;
  readonly delivery_evidence: DeliveryEvidence;
  readonly dns_record_purpose: DnsRecordPurpose;
  readonly dns_record_status: DnsRecordStatus;
  readonly health_state: HealthState;
  readonly message_state: MessageState;
  readonly sending_domain_status: SendingDomainStatus;
  readonly simulation: Simulation;
  readonly suppression_blocks: SuppressionBlocks;
  readonly suppression_reason: SuppressionReason;
  readonly webhook_source: WebhookSource;
}
type SqlType = keyof SqlTypes;
/** Single values may be arrays too. */
type ValueType = SqlType | `${SqlType}[]`;
type ValueOf<Type extends ValueType> = Type extends `${infer Item extends SqlType}[]`
  ? readonly SqlTypes[Item][] | null
  : Type extends SqlType
    ? SqlTypes[Type] | null
    : never;

/** A column: its SQL type, and the function that reads its value from a row. */
type Column<Row> = {
  readonly [Type in SqlType]: readonly [type: Type, value: (row: Row) => SqlTypes[Type] | null];
}[SqlType];

/** A table made of rows of this process. */
export interface RowSet<Row> {
  readonly names: readonly string[];
  readonly types: readonly SqlType[];
  readonly ordinality: boolean;
  /** One array for each column, as the driver takes it. */
  readonly arrays: (rows: readonly Row[]) => readonly unknown[];
}

/**
 * The columns of a table of rows, by name. `ordinality` adds a last column `position`, which counts the rows from 1.
 */
export function rowsOf<Row>(
  columns: Readonly<Record<string, Column<Row>>>,
  { ordinality = false }: { readonly ordinality?: boolean } = {},
): RowSet<Row> {
  const read: readonly (readonly [SqlType, (row: Row) => unknown])[] = Object.values(columns);
  return {
    names: [...Object.keys(columns), ...(ordinality ? ['position'] : [])],
    types: read.map(([type]) => type),
    ordinality,
    arrays: (rows) =>
      read.map(([type, pick]) =>
        arrayParameter(
          type,
          rows.map((row) => pick(row)),
        ),
      ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a set of any row; the row's type is inferred from it below.
type RowSets = Readonly<Record<string, RowSet<any>>>;
type Values = Readonly<Record<string, ValueType>>;
type None = Readonly<Record<never, never>>;

/** The names of a statement's parts, each with its SQL. */
type Sql<Sets extends RowSets, Given extends Values> = { readonly [Name in keyof Sets | keyof Given]: string };

type Input<Sets extends RowSets, Given extends Values> = {
  readonly [Name in keyof Sets]: Sets[Name] extends RowSet<infer Row> ? readonly Row[] : never;
} & { readonly [Name in keyof Given]: ValueOf<Given[Name]> };

/**
 * SQL: whether a column has the workspace of the statement. It is true in the form for rows of any workspace, and a comparison
 * with a parameter in that for rows of one: with it on each divided table, the statement leads to one shard.
 */
export type Only = (column: string) => string;

/** Rows of any workspaces. */
export const ofAny: Only = () => 'true';
/** The same on a cluster. */
const ofCluster: Only = () => 'true';

interface StatementParts<Sets extends RowSets, Given extends Values> {
  /** The connection keeps the plan of a named statement. */
  readonly name?: string;
  /**
   * Whether the single values are hidden from the planner too: it knows how few rows a sweep finds, takes a plan for the values
   * at hand for better than the kept one, and plans each run anew, for each partition.
   */
  readonly hidden?: boolean;
  /** Whether one database alone is asked so; a cluster is asked by statements of their own. */
  readonly alone?: boolean;
  /** Tables, by the alias under which the statement names them. */
  readonly rows?: Sets;
  /** Single values, with their SQL types. */
  readonly values?: Given;
  /** `within` is as `only`, for those workspaces that a cluster reaches while a worker is gone. */
  readonly text: (sql: Sql<Sets, Given>, only: Only, within: Only) => string;
}

/** A query in the driver's form. */
export interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Makes the query of one execution; `text` is the same for all. */
export interface Statement<Given> {
  (input: Given): Query;
  readonly text: string;
  /** The form for rows of one workspace (docs/rules.md#statements-of-one-workspace), where the text has one. */
  readonly ofOne: StatementOfOne<Given> | null;
  /** The form for rows of some workspaces of a cluster, by their ids, where the text has one. */
  readonly ofSome: ((input: Given, workspaceIds: readonly string[]) => Query) | null;
  /** Whether no cluster is asked so. */
  readonly alone: boolean;
}

interface StatementOfOne<Given> {
  (input: Given, workspaceId: string): Query;
  readonly text: string;
}

/**
 * A statement of named parts. In `text` a table becomes `unnest(…) AS alias (columns)`, a value its parameter with its
 * type.
 */
export function statement<const Sets extends RowSets = None, const Given extends Values = None>(
  parts: StatementParts<Sets, Given>,
): Statement<Input<Sets, Given>> {
  const sets = Object.entries(parts.rows ?? {});
  const given = Object.entries(parts.values ?? {});
  let parameters = 0;
  const parameter = (type: string) => {
    parameters += 1;
    return `$${parameters}::${type}`;
  };
  // PostgreSQL keeps one plan for all executions only where its estimate is no worse than that of a plan for the given
  // arrays, which the planner measures. Behind a subquery it takes every array for ten rows. Planning is half the work
  // of the statement that writes emits.
  const array = (type: string) => (parts.name === undefined ? parameter(type) : `(SELECT ${parameter(type)})`);
  const value = (type: string) => (parts.hidden === true ? `(SELECT ${parameter(type)})::${type}` : parameter(type));
  const sql = Object.fromEntries([
    ...sets.map(([alias, { names, types, ordinality }]) => [
      alias,
      `unnest(${types.map((type) => array(`${type}[]`)).join(', ')})${ordinality ? ' WITH ORDINALITY' : ''}` +
        ` AS ${alias} (${names.join(', ')})`,
    ]),
    ...given.map(([name, type]) => [name, value(type)]),
  ]) as Sql<Sets, Given>;
  const text = parts.text(sql, ofAny, ofAny);
  const named = parts.name === undefined ? {} : { name: parts.name };
  const valuesOf = (input: Readonly<Record<string, unknown>>) => [
    ...sets.flatMap(([alias, { arrays }]) => arrays(present(input[alias], 'rows', alias) as readonly unknown[])),
    ...given.map(([name]) => present(input[name], 'value', name)),
  ];
  const query = (input: Readonly<Record<string, unknown>>): Query => ({ ...named, text, values: valuesOf(input) });
  const workspace = parameter('text');
  const textOfOne = parts.text(sql, (column) => `${column} = ${workspace}`, ofAny);
  const queryOfOne = (input: Readonly<Record<string, unknown>>, workspaceId: string): Query => ({
    ...(parts.name === undefined ? {} : { name: `${parts.name}-of-one` }),
    text: textOfOne,
    // The form of a cluster may name no workspace.
    values: textOfOne.includes(workspace) ? [...valuesOf(input), workspaceId] : valuesOf(input),
  });
  const ofOne = textOfOne === text ? null : Object.assign(queryOfOne, { text: textOfOne });
  const some = `$${parameters}::text[]`;
  const textOfSome = parts.text(sql, ofCluster, (column) => `${column} = ANY(${some})`);
  const queryOfSome = (input: Readonly<Record<string, unknown>>, workspaceIds: readonly string[]): Query => ({
    text: textOfSome,
    values: [...valuesOf(input), workspaceIds],
  });
  const ofSome = textOfSome.includes(some) ? queryOfSome : null;
  return Object.assign(query, { text, ofOne, ofSome, alone: parts.alone === true }) as Statement<Input<Sets, Given>>;
}

/** The driver would send `undefined` as null. */
function present(value: unknown, kind: string, name: string): unknown {
  if (value === undefined) throw new Error(`The statement has no ${kind} for ${name}`);
  return value;
}
