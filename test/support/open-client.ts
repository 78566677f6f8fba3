/** A connection of a test's own, with the settings that the service's connections have. */
import pg from 'pg';
import { forSession } from '../../src/db/connections/session-settings.ts';
import { noLimits } from '../../src/db/connections/time-limits.ts';

export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(forSession(noLimits));
  return client;
}

/** For `onConnect` of a pool of a test's own. */
export async function beginSession(client: pg.ClientBase): Promise<void> {
  await client.query(forSession(noLimits));
}
