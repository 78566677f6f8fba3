/** How a connection begins that changes the schema (docs/rules.md#migrations). */
import type pg from 'pg';
import { forSession } from '../src/db/connections/session-settings.ts';
import { noLimits } from '../src/db/connections/time-limits.ts';

/**
 * Begins a connection that migrates. Extensions may have been installed in a schema of their own, as hosts do: then it is
 * searched after ours.
 */
export async function beginMigrating(client: pg.ClientBase): Promise<void> {
  await client.query(forSession(noLimits));
  await client.query(withExtensions);
}

/** Schemas of the extensions that migrations use, behind the schema of the session. */
const withExtensions = `
  SELECT pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', pg_catalog.current_setting('search_path'), (
    SELECT pg_catalog.string_agg(DISTINCT pg_catalog.quote_ident(n.nspname), ', ')
    FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname IN ('pg_trgm', 'btree_gin') AND n.nspname <> 'public')), false)`;
