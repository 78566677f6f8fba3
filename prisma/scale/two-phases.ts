/**
 * Makes a transaction that writes tables of the coordinator and rows of a worker end by two-phase commit
 * (docs/rules.md#two-phase-commit). Citus does that where it writes a table that it knows on the coordinator, and it does not
 * know these: statements join them as no table that it knows can be joined. So a trigger of theirs writes one that it knows,
 * once in a transaction; that one never has a row.
 */
import type pg from 'pg';
import { placements } from './placements.ts';

/** Tables of the coordinator whose rows are kept with those of workers, or lost with them. */
const besideWorkers: readonly string[] = Object.entries(placements).flatMap(([table, placement]) =>
  placement.kind === 'local' && placement.beside ? [table] : [],
);

/** Says within a transaction that it ends so. */
const said = 'tidings.two_phases';

export async function endInTwoPhases(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('CREATE TABLE two_phases (none int PRIMARY KEY)');
  await client.query(`SELECT citus_add_local_table_to_metadata('two_phases')`);
  // Whoever may write the others.
  await client.query('GRANT DELETE ON two_phases TO PUBLIC');
  await client.query(`
    CREATE FUNCTION end_in_two_phases() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('${said}', true) IS DISTINCT FROM 'on' THEN
        DELETE FROM public.two_phases;
        PERFORM set_config('${said}', 'on', true);
      END IF;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
      RETURN NEW;
    END $$`);
  for (const table of besideWorkers) {
    await client.query(
      `CREATE TRIGGER end_in_two_phases BEFORE INSERT OR UPDATE OR DELETE ON ${table}
       FOR EACH ROW EXECUTE FUNCTION end_in_two_phases()`,
    );
  }
}
