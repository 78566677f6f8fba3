/** Starts the embedded PostgreSQL in the folder of its first argument, tells how it went, and ends when it is killed. */

import { createLog } from '../../src/ground/log/log.ts';
import { startEmbeddedPostgres } from '../../src/local/embedded-postgres.ts';

process.on('SIGINT', () => {});
const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('In which folder?');
try {
  const { url } = await startEmbeddedPostgres(dataDir, createLog('silent'));
  process.send?.({ url });
} catch (error) {
  process.send?.({ refusal: error instanceof Error ? error.message : '' }, () => process.disconnect());
}
