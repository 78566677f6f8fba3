import pg from 'pg';
import { run } from './run.ts';

/** Milliseconds. */
const patience = 60_000;

/** Resolves once a server of PostgreSQL's protocol lets a client in. Rejects after a minute, and once it `hasEnded`. */
export async function accepting(url: string, hasEnded: () => boolean = () => false): Promise<void> {
  for (const started = performance.now(); ; ) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (hasEnded() || performance.now() - started > patience) throw error;
      await run('sleep', ['0.1']);
    }
  }
}
