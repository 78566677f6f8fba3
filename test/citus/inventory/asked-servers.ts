/** To which other servers the coordinator sends anything for one statement, also what its parts return. */
import type pg from 'pg';
import { isOfValues } from './examine-statement.ts';
import { sampleValues } from './sample-values.ts';

/** Runs it with sample values, in a transaction that is rolled back; returns the ports of the servers. */
export async function askedServers(client: pg.Client, text: string): Promise<ReadonlySet<number>> {
  const ports = new Set<number>();
  const hear = ({ detail = '' }: { readonly detail?: string | undefined }) => {
    const [, port] = /^on server \S+:(\d+) /.exec(detail) ?? [];
    if (port !== undefined) ports.add(Number(port));
  };
  await client.query(`PREPARE asking AS ${text}`);
  try {
    const values = await sampleValues(client, 'asking');
    await client.query(
      'BEGIN; SET LOCAL citus.log_remote_commands = on; SET LOCAL client_min_messages = notice; SET LOCAL lock_timeout = 1000',
    );
    client.on('notice', hear);
    await client.query(`EXECUTE asking${values.length > 0 ? `(${values.join(', ')})` : ''}`);
  } catch (error) {
    if (!isOfValues(error)) throw error;
  } finally {
    client.off('notice', hear);
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE asking');
  }
  return ports;
}
