/** A value for each parameter of a statement that was prepared, as EXECUTE takes it. */
import type pg from 'pg';

/** Two workspaces whose rows are on different workers; every text of a statement is the first, every list has both. */
export const workspaces = ['WORKSPACE-0', 'WORKSPACE-1'] as const;

const time = '2026-01-01T00:00:00Z';
const samples: Readonly<Record<string, readonly string[]>> = {
  text: workspaces,
  'character varying': workspaces,
  'timestamp with time zone': [time],
  date: ['2026-01-01'],
  boolean: ['true'],
  bytea: ['\\x01'],
  jsonb: ['[]'],
  json: ['[]'],
  interval: ['1 day'],
};
const number = '1';

/** In the order of the parameters. */
export async function sampleValues(client: pg.Client, statement: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ type: string; label: string | null }>(
    `SELECT t.type::text AS type, e.enumlabel::text AS label
     FROM pg_prepared_statements s, unnest(s.parameter_types) WITH ORDINALITY t (type, place)
       JOIN pg_type p ON p.oid = t.type
       LEFT JOIN pg_enum e ON e.enumtypid IN (p.oid, p.typelem) AND e.enumsortorder = 1
     WHERE s.name = $1 ORDER BY t.place`,
    [statement],
  );
  return rows.map(({ type, label }) => {
    const one = type.replace('[]', '');
    const values = label === null ? (samples[one] ?? [number]) : [label];
    const list = (each: readonly string[]) => `{${each.map((value) => JSON.stringify(value)).join(',')}}`;
    return client.escapeLiteral(type.endsWith('[]') ? list(values) : (values[0] ?? number));
  });
}
