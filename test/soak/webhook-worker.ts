/**
 * One worker process, to be killed: `node webhook-worker.ts <database> <folder>`. It runs as `ROLES=worker` does, with the
 * certificates of the folder. Says that it is ready.
 */
import { readConfig } from '../../src/config.ts';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { createLog } from '../../src/log.ts';
import { startService } from '../../src/start-service.ts';

const [databaseUrl = '', folder = ''] = process.argv.slice(2);
const { caFile } = await ensureWebhookCertificate(folder, ['hooks.test']);
await startService({
  config: readConfig({ DATA_DIR: folder, ROLES: 'worker' }),
  databaseUrl,
  secretKey: 'a key of thirty-two characters at least',
  log: createLog('silent'),
  inbox: { host: '127.0.0.1', port: 9 },
  webhookCaFile: caFile,
});
process.send?.('ready');
process.once('disconnect', () => process.exit(0));
