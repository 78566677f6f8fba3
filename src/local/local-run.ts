/**
 * The local run: embedded database, inbox, certificates and a demo platform, so that one command shows the main job
 * (decisions, section 11). Only development and tests load this folder.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Service, ServiceOptions } from '../start-service.ts';
import { ensureWebhookCertificate } from './certificate-authority.ts';
import { ensureDemoPlatform } from './demo-platform.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { ensureSecrets } from './generated-secrets.ts';
import { startInbox } from './inbox.ts';
import { writeLocalFile } from './local-file.ts';

export interface LocalRun {
  readonly databaseUrl: string;
  /** What the service is to be started with. */
  readonly service: Omit<ServiceOptions, 'log' | 'clock'>;
  /** Makes the demo platform, writes local.json and says what to do next. */
  ready(service: Service): Promise<void>;
  stop(): Promise<void>;
}

export async function startLocalRun(given: Config, log: Log): Promise<LocalRun> {
  const dataDir = resolve(given.dataDir);
  await mkdir(dataDir, { recursive: true });
  const { secretKey, operatorToken } = await ensureSecrets(given);
  const config: Config = { ...given, secretKey, operatorToken };
  const embedded = config.databaseUrl === null ? await startEmbeddedPostgres(dataDir, log) : null;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const captures = config.transport === 'capture';
  const [inbox, certificate] = await Promise.all([
    captures ? startInbox({ dataDir, host: config.host, port: config.inboxPort, log }) : null,
    config.webhookDevHosts.length > 0 ? ensureWebhookCertificate(dataDir, config.webhookDevHosts) : null,
  ]);
  return {
    databaseUrl,
    service: {
      config,
      databaseUrl,
      secretKey,
      inbox: inbox?.smtp ?? null,
      webhookCaFile: config.webhookDevCa ?? certificate?.caFile ?? null,
    },
    async ready(service) {
      const { url, inbound } = service;
      if (url === null) return log.info({ roles: [...config.roles] }, 'ready');
      const demo = await ensureDemoPlatform(service.app, dataDir);
      await writeLocalFile(dataDir, {
        base_url: `${url}/v1`,
        graphql_url: `${url}/graphql`,
        inbox_url: inbox?.url ?? null,
        inbound,
        api_key: demo.apiKey,
        operator_token: operatorToken,
        simulator_domain: config.simulatorDomain,
        platform_id: demo.platformId,
        webhook_host: config.webhookDevHosts[0] ?? null,
        webhook_cert: certificate?.certFile ?? null,
        webhook_key: certificate?.keyFile ?? null,
      });
      log.info({ url, roles: [...config.roles] }, 'ready');
      process.stdout.write(nextSteps({ url, inboxUrl: inbox?.url ?? null, apiKey: demo.apiKey }));
    },
    async stop() {
      await inbox?.stop();
      await embedded?.stop();
    },
  };
}

interface Started {
  readonly url: string;
  readonly inboxUrl: string | null;
  readonly apiKey: string;
}

/** What a person does next: one command that emits, and where the mail is to be seen. */
function nextSteps({ url, inboxUrl, apiKey }: Started): string {
  return `
Tidings is ready at ${url}

Emit an event:

  curl -s ${url}/v1/workspaces/ref:demo/events -H 'Authorization: Bearer ${apiKey}' \\
    -H 'Content-Type: application/json' -d '{
      "type": "order.shipped",
      "idempotency_key": "first-'$(date +%s)'",
      "recipient": { "email": "ada@example.com" },
      "payload": { "customer_name": "Ada", "order_number": "1001", "tracking_url": "https://example.com/track/1001" }
    }'
${inboxUrl === null ? '' : `\nSee the mail: ${inboxUrl}\n`}
`;
}
