/**
 * A process that serves: `serve.ts <url of a migrated database>`, configured by its environment. Says where by a
 * message to its parent; stops when the parent goes.
 *
 * Mail goes to a sink that takes all but these recipients: `nobody…@` is refused for good (550 5.1.1), `later…@` for
 * now (450 4.2.0). DNS knows public.example.com and private.example.com alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SMTPServer } from 'smtp-server';
import { readConfig } from '../../../src/ground/config/config.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { ensureWebhookCertificate } from '../../../src/local/certificate-authority.ts';
import { startService } from '../../../src/start-service.ts';
import { nextDkimKey } from '../../support/dkim-key-ring.ts';
import { startNameServer } from '../../support/name-server.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';
import { startWebhookSink } from '../../support/webhook-sink.ts';
import type { ServedAt } from './service-process.ts';

const [, , databaseUrl = ''] = process.argv;
/** The URL of a pooler before the same server, for a run through it (test/interop/pgbouncer.test.ts). */
const pooler = process.env.TEST_POOLER_URL;
const pooledUrl =
  pooler === undefined ? null : Object.assign(new URL(pooler), { pathname: new URL(databaseUrl).pathname }).href;
const publicUrl = 'https://tidings.test';
const operatorToken = 'operator-token-of-the-tests';
const dataDir = await mkdtemp(join(tmpdir(), 'tidings-rest-'));
const mail = await startSmtpSink({
  onRcptTo: ({ address }: { readonly address: string }, _session: unknown, done: (error?: Error) => void) => {
    if (/^nobody/.test(address)) done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }));
    else if (/^later/.test(address)) done(Object.assign(new Error('4.2.0 Try again'), { responseCode: 450 }));
    else done();
  },
} satisfies ConstructorParameters<typeof SMTPServer>[0]);
const certificate = await ensureWebhookCertificate(dataDir, ['hooks.test']);
const names = await startNameServer();
names.a('public.example.com', '93.184.215.14');
names.a('private.example.com', '93.184.215.14', '10.0.0.1');
const hooks = await startWebhookSink(certificate);
const config = readConfig({
  // No test waits for its platform's own requests, but those about the limit.
  RATE_LIMIT_PER_MINUTE: '6000000',
  ...process.env,
  ...(pooledUrl === null ? {} : { DATABASE_LISTEN_URL: databaseUrl }),
  NODE_ENV: 'development',
  TRANSPORT: 'capture',
  PORT: '0',
  PUBLIC_URL: publicUrl,
  INBOUND_PORT: '0',
  DATA_DIR: dataDir,
  DNS_SERVERS: names.address,
  OPERATOR_TOKEN: operatorToken,
});
const service = await startService({
  config,
  databaseUrl: pooledUrl ?? databaseUrl,
  secretKey: 'a key of thirty-two characters at least',
  log: createLog(process.env.TEST_LOG ?? 'silent'),
  inbox: { host: mail.host, port: mail.port },
  webhookCaFile: certificate.caFile,
  newDkimKey: nextDkimKey,
});

process.once('disconnect', async () => {
  await service.stop();
  await Promise.all([mail.stop(), hooks.stop(), names.stop()]);
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
});

const served: ServedAt = {
  url: service.url ?? '',
  publicUrl,
  operatorToken,
  databaseUrl,
  hooksUrl: hooks.url,
};
process.send?.(served);
