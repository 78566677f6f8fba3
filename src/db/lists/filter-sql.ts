/** The SQL of a list's filters, from their declarations (src/ground/lists/list-filters.ts). */
import type { ListFilters } from '../../ground/lists/list-filters.ts';
import type { Bind, Sql } from './walk.ts';

/** Returns a condition for each value that is wanted. `wanted` has other fields beside them. */
export function filterSql(filters: ListFilters, wanted: object): readonly Sql[] {
  const values = new Map<string, unknown>(Object.entries(wanted));
  return Object.values(filters).flatMap(({ column }) => {
    if (column === undefined) return [];
    const value = values.get(column.as) ?? null;
    if (value === null) return [];
    const { sql = column.name, type = 'text', begins = false } = column;
    if (begins) return [(bind: Bind) => `starts_with(${sql}, ${bind(value)}::text)`];
    if (type === 'jsonb') return [(bind: Bind) => `${sql} @> ${bind(JSON.stringify(value))}::jsonb`];
    return [
      (bind: Bind) => `${sql} = ${Array.isArray(value) ? `ANY(${bind(value)}::${type}[])` : `${bind(value)}::${type}`}`,
    ];
  });
}

/** The columns that the conditions read. */
export function filterColumns(filters: ListFilters): readonly string[] {
  return [...new Set(Object.values(filters).flatMap(({ column }) => (column ? [column.name] : [])))];
}
