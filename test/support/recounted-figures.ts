/** Figures compared with the messages that they count. */
import { delaySql } from '../../src/figures/delivery-times.ts';
import { asFigureSql, figureColumns, figureFacts, sumsSql } from '../../src/figures/figure-facts.ts';

interface Database {
  query(text: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

const columns = figureColumns.join(', ');
/** What an erasure leaves uncounted in the rows: it deletes them. */
const facts = figureFacts.filter((fact) => fact !== 'erased');
const states = ['delivered', 'complained', 'suppressed', 'failed', 'expired'];
const measured = `state IN ('delivered', 'complained') AND evidence <> 'silence'`;

const byRows = `
  SELECT platform_id, workspace_id, figure_day AS day, event_type_id, template_version_id, provider,
         count(*) AS accepted, count(*) FILTER (WHERE cardinality(fell_back) > 0) AS fell_back,
         ${states.map((state) => `count(*) FILTER (WHERE state = '${state}') AS ${state}`).join(', ')},
         count(*) FILTER (WHERE state = 'bounced' AND bounce = 'hard') AS bounced_hard,
         count(*) FILTER (WHERE state = 'bounced' AND bounce = 'soft') AS bounced_soft,
         count(*) FILTER (WHERE EXISTS (
           SELECT FROM message_opens o WHERE o.workspace_id = m.workspace_id AND o.message_id = m.id AND NOT o.machine)) AS opened,
         count(*) FILTER (WHERE ${measured}) AS measured,
         ARRAY(SELECT count(*) FROM messages d JOIN generate_series(0, 22) step
               ON step = ${delaySql('d.created_at', 'd.ended_at')}
               WHERE d.state = 'delivered' AND d.evidence <> 'silence' AND d.workspace_id = m.workspace_id
                 AND d.figure_day = m.figure_day AND d.template_version_id = m.template_version_id
                 AND d.provider = m.provider GROUP BY step ORDER BY step) AS steps
  FROM messages m WHERE simulation IS NULL
  GROUP BY 1, 2, 3, 4, 5, 6`;

const byFigures = `
  SELECT ${columns}, ${sumsSql('g')} FROM (
    SELECT ${columns}, ${figureFacts.join(', ')}, delays FROM figures WHERE workspace_id <> '' AND template_version_id <> ''
    UNION ALL SELECT ${columns}, ${asFigureSql('c')} FROM figure_changes c) g
  GROUP BY ${columns}`;

/**
 * Places where figures and messages differ; empty where all is counted once. `except` names a workspace whose messages
 * were erased: the rows are gone, and their figures stay.
 */
export async function wrongFigures(database: Database, except = ''): Promise<readonly unknown[]> {
  const { rows } = await database.query(`
    SELECT ${columns}, to_jsonb(f) AS figures, to_jsonb(r) AS rows
    FROM (${byFigures}) f FULL JOIN (${byRows}) r USING (${columns})
    WHERE workspace_id <> '${except}' AND ((${facts.map((fact) => `f.${fact}`).join(', ')}) IS DISTINCT FROM (${facts.map((fact) => `r.${fact}`).join(', ')})
      OR (SELECT sum(d) FROM unnest(f.delays) d) <> r.measured
      -- The time of a delivery that a complaint followed is in the figures alone.
      OR r.complained = 0 AND array_remove(f.delays::bigint[], 0) <> r.steps)`);
  return rows;
}

/** Sums that differ from the details they are made of, once nothing waits to be added. */
export async function wrongSums(database: Database): Promise<readonly unknown[]> {
  const sum = figureFacts.map((fact) => `sum(${fact})::int AS ${fact}`).join(', ');
  const { rows } = await database.query(`
    WITH details AS (SELECT * FROM figures WHERE workspace_id <> '' AND template_version_id <> ''),
    wanted AS (
      SELECT platform_id, coalesce(workspace_id, '') AS workspace_id, day, coalesce(event_type_id, '') AS event_type_id,
             coalesce(template_version_id, '') AS template_version_id, coalesce(provider, '') AS provider, ${sum}
      FROM details
      GROUP BY GROUPING SETS ((platform_id, workspace_id, day), (platform_id, day),
                              (platform_id, day, event_type_id, template_version_id, provider)))
    SELECT 'waits' AS wrong, to_jsonb(c) AS row FROM figure_changes c
    UNION ALL
    SELECT 'differs', to_jsonb(d) FROM (
      (SELECT ${columns}, ${figureFacts.join(', ')} FROM figures
       WHERE workspace_id = '' OR template_version_id = '' EXCEPT SELECT ${columns}, ${figureFacts.join(', ')} FROM wanted)
      UNION ALL
      (SELECT ${columns}, ${figureFacts.join(', ')} FROM wanted EXCEPT
       SELECT ${columns}, ${figureFacts.join(', ')} FROM figures)) d`);
  return rows;
}
