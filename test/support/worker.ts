/**
 * One worker process, to be killed: `worker.ts <database> <folder> <SMTP port>`, started by `loadWorker`. It runs as
 * `ROLES=worker` does, with the certificates of the folder, once its parent says so. Says when it is loaded, and when
 * it works.
 */
import { once } from 'node:events';
import { readConfig } from '../../src/ground/config/config.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { startService } from '../../src/start-service.ts';

const [databaseUrl = '', folder = '', port = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));
const { caFile } = await ensureWebhookCertificate(folder, ['hooks.test']);
process.send?.('loaded');
await once(process, 'message');
await startService({
  config: readConfig({ DATA_DIR: folder, ROLES: 'worker' }),
  databaseUrl,
  secretKey: 'a key of thirty-two characters at least',
  log: createLog('silent'),
  inbox: { host: '127.0.0.1', port: Number(port) },
  webhookCaFile: caFile,
});
process.send?.('working');
