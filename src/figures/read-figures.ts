/**
 * Reads figures: the sums by day, and the changes that are not added yet, in one statement
 * (docs/rules.md#figures-asked-for). So figures are equal to counts of the messages at every moment, while emits and
 * outcomes write and while the changes are being added.
 */
import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { asFigureSql, type FigureFact, figureColumns, figureFacts, sumsSql } from './figure-facts.ts';
import type { FiguresAsked } from './figures-input.ts';

/** Whose figures are read. All but `platforms` are of one platform. */
export type FigureScope = 'workspaces' | 'platforms' | 'eventTypes' | 'templateVersions';

/** Rows of figures that one read adds up, at most. */
export const figureRowsMax = 100_000;
/** Waiting changes that one read adds up, at most: those of about a minute, while no worker runs. */
export const figureChangesMax = 100_000;

export interface FigureOwners {
  readonly scope: FigureScope;
  readonly platformId: string | null;
  /** Ids of the scope. */
  readonly ids: readonly string[];
}

/** Counts of the messages of one group. */
export interface FigureSums extends Readonly<Record<FigureFact, number>> {
  /** The id among `ids` that the group belongs to. */
  readonly owner: string;
  /** Each null unless it is grouped by. */
  readonly day: string | null;
  readonly workspaceId: string | null;
  readonly eventTypeId: string | null;
  readonly templateVersionId: string | null;
  readonly provider: string | null;
  readonly delays: readonly number[];
}

export interface FoundFigures {
  readonly sums: readonly FigureSums[];
  /** False while more changes wait to be added than a read adds up. */
  readonly complete: boolean;
}

const values = {
  platformId: 'text',
  ids: 'text[]',
  from: 'date',
  to: 'date',
  eventType: 'text',
  templateVersion: 'text',
  provider: 'text',
  byDay: 'boolean',
  byWorkspace: 'boolean',
  byEventType: 'boolean',
  byTemplateVersion: 'boolean',
  byProvider: 'boolean',
} as const;
type Sql = { readonly [Name in keyof typeof values]: string };

interface Reading {
  /** The column that `ids` are of. */
  readonly owner: (typeof figureColumns)[number];
  /** Whether the ids are of one platform. */
  readonly ofPlatform: boolean;
  /** SQL: the rows of `figures`, in the form of a partial index. */
  readonly rows: string;
}

const totals = `f.template_version_id = ''`;
const details = `f.template_version_id <> ''`;
const ofAll = `f.workspace_id = ''`;

const readings = {
  workspaces: { owner: 'workspace_id', ofPlatform: true, rows: totals },
  workspaceDetails: { owner: 'workspace_id', ofPlatform: true, rows: details },
  platforms: { owner: 'platform_id', ofPlatform: false, rows: `${ofAll} AND ${totals}` },
  platformDetails: { owner: 'platform_id', ofPlatform: false, rows: `${ofAll} AND ${details}` },
  platformWorkspaces: { owner: 'platform_id', ofPlatform: false, rows: `f.workspace_id <> '' AND ${totals}` },
  eventTypes: { owner: 'event_type_id', ofPlatform: true, rows: `${ofAll} AND ${details}` },
  templateVersions: { owner: 'template_version_id', ofPlatform: true, rows: `${ofAll} AND ${details}` },
} as const satisfies Readonly<Record<string, Reading>>;
type ReadingName = keyof typeof readings;

function textOf({ owner, ofPlatform, rows }: Reading, v: Sql): string {
  const asked = (f: string) => `
      ${f}.${owner} = ANY (${v.ids}) AND ${f}.day BETWEEN ${v.from} AND ${v.to}
      AND (${ofPlatform ? '' : `${v.platformId} IS NULL OR `}${f}.platform_id = ${v.platformId})
      AND (${v.eventType} IS NULL OR ${f}.event_type_id = ${v.eventType})
      AND (${v.templateVersion} IS NULL OR ${f}.template_version_id = ${v.templateVersion})
      AND (${v.provider} IS NULL OR ${f}.provider = ${v.provider})`;
  const columns = (f: string) => figureColumns.map((column) => `${f}.${column}`).join(', ');
  return `
    WITH kept AS (
      SELECT ${columns('f')}, ${figureFacts.map((fact) => `f.${fact}`).join(', ')}, f.delays FROM figures f
      WHERE ${rows} AND ${asked('f')} LIMIT ${figureRowsMax + 1}
    ), waiting AS (
      SELECT * FROM figure_changes LIMIT ${figureChangesMax + 1}
    )
    SELECT s.*, (SELECT count(*) FROM kept)::int AS kept, (SELECT count(*) FROM waiting)::int AS waiting
    FROM (SELECT true) one LEFT JOIN (
      SELECT g.${owner} AS owner,
             CASE WHEN ${v.byDay} THEN to_char(g.day, 'YYYY-MM-DD') END AS day,
             CASE WHEN ${v.byWorkspace} THEN g.workspace_id END AS "workspaceId",
             CASE WHEN ${v.byEventType} THEN g.event_type_id END AS "eventTypeId",
             CASE WHEN ${v.byTemplateVersion} THEN g.template_version_id END AS "templateVersionId",
             CASE WHEN ${v.byProvider} THEN g.provider END AS provider,
             ${sumsSql('g')}
      FROM (
        SELECT * FROM kept UNION ALL
        SELECT ${columns('c')}, ${asFigureSql('c')} FROM waiting c WHERE ${asked('c')}
      ) g
      GROUP BY 1, 2, 3, 4, 5, 6
    ) s ON true`;
}

const read = (reading: Reading) => statement({ values, text: (sql) => textOf(reading, sql) });

const statements = {
  workspaces: read(readings.workspaces),
  workspaceDetails: read(readings.workspaceDetails),
  platforms: read(readings.platforms),
  platformDetails: read(readings.platformDetails),
  platformWorkspaces: read(readings.platformWorkspaces),
  eventTypes: read(readings.eventTypes),
  templateVersions: read(readings.templateVersions),
} satisfies Readonly<Record<ReadingName, unknown>>;

interface Row extends Readonly<Record<FigureFact, string>>, Pick<FigureSums, 'day' | 'workspaceId' | 'eventTypeId'> {
  /** Null where nothing was found. */
  readonly owner: string | null;
  readonly templateVersionId: string | null;
  readonly provider: string | null;
  readonly delays: readonly string[];
  readonly kept: number;
  readonly waiting: number;
}

/** Reads the sums of all groups. Rejects with `validation_failed` where they would take too many rows. */
export async function readFigures(app: App, { scope, platformId, ids }: FigureOwners, asked: FiguresAsked) {
  const { groupBy, from, to, eventType, templateVersion, provider } = asked;
  const { rows } = await app.db.pool.query<Row>(
    statements[readingOf(scope, asked)]({
      platformId,
      ids,
      from,
      to,
      eventType,
      templateVersion,
      provider,
      byDay: groupBy.has('day'),
      byWorkspace: groupBy.has('workspace'),
      byEventType: groupBy.has('event_type'),
      byTemplateVersion: groupBy.has('template_version'),
      byProvider: groupBy.has('provider'),
    }),
  );
  const [first] = rows;
  if (first && first.kept > figureRowsMax) {
    const message = 'These figures are the sum of too many rows: ask for fewer days, or without a dimension.';
    throw new DomainError('validation_failed', message, { errors: { from: ['leaves too many rows'] } });
  }
  return { sums: rows.flatMap(sumsOf), complete: (first?.waiting ?? 0) <= figureChangesMax } satisfies FoundFigures;
}

function readingOf(scope: FigureScope, { groupBy, eventType, templateVersion, provider }: FiguresAsked): ReadingName {
  const ofVersions = scope === 'eventTypes' || scope === 'templateVersions';
  if (ofVersions && !groupBy.has('workspace')) return scope;
  const inDetail =
    ofVersions ||
    [eventType, templateVersion, provider].some((filter) => filter !== null) ||
    (['event_type', 'template_version', 'provider'] as const).some((dimension) => groupBy.has(dimension));
  if (scope === 'workspaces') return inDetail ? 'workspaceDetails' : 'workspaces';
  if (!groupBy.has('workspace')) return inDetail ? 'platformDetails' : 'platforms';
  if (!inDetail) return 'platformWorkspaces';
  const fault =
    'cannot have workspace beside event type, template version or provider: ask for figures of the workspace';
  throw new DomainError('validation_failed', undefined, { errors: { groupBy: [fault] } });
}

function sumsOf({ owner, kept: _kept, waiting: _waiting, delays, ...row }: Row): readonly FigureSums[] {
  if (owner === null) return [];
  // Sums are text: PostgreSQL's numbers may be larger than JavaScript's.
  const counts = Object.fromEntries(figureFacts.map((fact) => [fact, Number(row[fact])])) as Record<FigureFact, number>;
  return [{ ...row, ...counts, owner, delays: delays.map(Number) }];
}
