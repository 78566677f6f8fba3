/** What figures count, as columns of `figures` and as facts of `figure_changes` (docs/rules.md#figures). */
import { delayBounds } from './delivery-times.ts';

/** Counts of messages; each is a column of `figures`. */
export const figureFacts = [
  'accepted',
  'fell_back',
  'delivered',
  'complained',
  'bounced_hard',
  'bounced_soft',
  'suppressed',
  'failed',
  'expired',
  'erased',
  'opened',
] as const;
export type FigureFact = (typeof figureFacts)[number];

/** The columns by which rows of figures differ, beside their day. */
export const figureColumns = [
  'platform_id',
  'workspace_id',
  'day',
  'event_type_id',
  'template_version_id',
  'provider',
] as const;

/** Places of the array `delays`, counted from 1 as PostgreSQL does: one more than there are bounds. */
const places = Array.from({ length: delayBounds.length + 1 }, (_, at) => at + 1);

/** SQL: the sums of rows `f` of figures, as a list of columns. */
export const sumsSql = (f: string) =>
  [
    ...figureFacts.map((fact) => `sum(${f}.${fact}) AS ${fact}`),
    `ARRAY[${places.map((place) => `sum(${f}.delays[${place}])`).join(', ')}] AS delays`,
  ].join(', ');

/** SQL: a change `c` as columns of a row of figures. */
export const asFigureSql = (c: string) =>
  [
    ...figureFacts.map((fact) => `CASE ${c}.fact WHEN '${fact}' THEN ${c}.messages ELSE 0 END AS ${fact}`),
    `ARRAY[${places.map((place) => `CASE ${c}.delay WHEN ${place - 1} THEN ${c}.messages ELSE 0 END`).join(', ')}] AS delays`,
  ].join(', ');

/** SQL of SET: adds the row that an upsert found in the way to `f`. */
export const addSql = (f: string) =>
  [
    ...figureFacts.map((fact) => `${fact} = ${f}.${fact} + excluded.${fact}`),
    `delays = ARRAY[${places.map((place) => `${f}.delays[${place}] + excluded.delays[${place}]`).join(', ')}]`,
  ].join(', ');
