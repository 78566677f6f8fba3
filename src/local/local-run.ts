/**
 * The local run: embedded database, inbox, certificates and a demo platform, so that one command shows the main job.
 * Only development and tests load this folder.
 */
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Config } from '../ground/config/config.ts';
import type { Log } from '../ground/log/log.ts';
import type { Running, Serving } from '../processes/service-host.ts';
import { ensureWebhookCertificate, type WebhookCertificate } from './certificate-authority.ts';
import { type EmbeddedPostgres, launchEmbeddedPostgres } from './embedded-postgres.ts';
import { ensureSecrets } from './generated-secrets.ts';
import { type Inbox, startInbox } from './inbox.ts';
import { writeLocalFile } from './local-file.ts';

export interface LocalRun {
  readonly databaseUrl: string;
  /** Options to start the service with. */
  readonly service: Serving;
  /** Makes the demo platform, writes local.json and prints the next steps. */
  ready(running: Running): Promise<void>;
  stop(): Promise<void>;
}

interface LocalRunOptions {
  readonly config: Config;
  readonly log: Log;
  /** Of the embedded database. */
  readonly connections: number;
}

/**
 * Starts the embedded parts, which are processes of their own. Resolves once these exist, to a function that waits
 * until they are ready, so that the caller can load the service meanwhile; a second call returns the same.
 */
export async function launchLocalRun({
  config: given,
  log,
  connections,
}: LocalRunOptions): Promise<() => Promise<LocalRun>> {
  const dataDir = resolve(given.dataDir);
  await mkdir(dataDir, { recursive: true });
  const { secretKey, operatorToken } = await ensureSecrets(given);
  const config: Config = { ...given, secretKey, operatorToken };
  const inbox =
    config.transport === 'capture' ? startInbox({ dataDir, host: config.host, port: config.inboxPort, log }) : null;
  // The caller that waits for the inbox gets its error.
  inbox?.catch(() => undefined);
  const postgres = config.databaseUrl === null ? await launchEmbeddedPostgres(dataDir, log, connections) : null;
  let serving: Promise<LocalRun> | undefined;
  return () => {
    serving ??= serve();
    return serving;
  };

  async function serve(): Promise<LocalRun> {
    const database = postgres?.() ?? null;
    const [embedded, startedInbox, certificate] = await Promise.all([
      database,
      inbox,
      config.webhookDevHosts.length > 0 ? ensureWebhookCertificate(dataDir, config.webhookDevHosts) : null,
    ]).catch(async (error: unknown) => {
      // A part that did start would outlive this process.
      const started = await Promise.allSettled([database, inbox]);
      for (const part of started) if (part.status === 'fulfilled') await part.value?.stop();
      throw error;
    });
    return localRun({ config, dataDir, secretKey, operatorToken, embedded, inbox: startedInbox, certificate, log });
  }
}

interface Parts {
  readonly config: Config;
  readonly dataDir: string;
  readonly secretKey: string;
  readonly operatorToken: string;
  readonly embedded: EmbeddedPostgres | null;
  readonly inbox: Inbox | null;
  readonly certificate: WebhookCertificate | null;
  readonly log: Log;
}

function localRun(parts: Parts): LocalRun {
  const { config, dataDir, secretKey, operatorToken, embedded, inbox, certificate, log } = parts;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  return {
    databaseUrl,
    service: {
      config,
      databaseUrl,
      secretKey,
      inbox: inbox?.smtp ?? null,
      webhookCaFile: config.webhookDevCa ?? certificate?.caFile ?? null,
    },
    async ready(running) {
      const { url, inbound, processes } = running;
      const roles = [...config.roles];
      if (url === null) return log.info({ roles, processes }, 'ready');
      const demo = await running.makeDemo();
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
      const durationMs = Math.round(performance.now());
      log.info({ url, roles, processes, durationMs }, 'ready');
      const file = join(dataDir, 'local.json');
      const nearby = relative(process.cwd(), file);
      const localFile = nearby.startsWith('..') ? file : nearby;
      const consoleUrl = config.console ? `${url}/console` : null;
      process.stdout.write(
        nextSteps({ url, consoleUrl, inboxUrl: inbox?.url ?? null, apiKey: demo.apiKey, localFile }),
      );
    },
    async stop() {
      await Promise.all([inbox?.stop(), embedded?.stop()]);
    },
  };
}

interface Started {
  readonly url: string;
  readonly consoleUrl: string | null;
  readonly inboxUrl: string | null;
  readonly apiKey: string;
  readonly localFile: string;
}

/** The URLs of the local run, and one command that emits. */
function nextSteps({ url, consoleUrl, inboxUrl, apiKey, localFile }: Started): string {
  const places: readonly (readonly [name: string, place: string | null])[] = [
    ['API', `${url}/v1`],
    ['Console', consoleUrl],
    ['Documentation', `${url}/docs`],
    ['GraphiQL', `${url}/graphql`],
    ['Inbox', inboxUrl],
    ['Mail preview', 'npm run email:dev'],
    ['Webhooks', 'npm run webhooks:listen'],
    ['Keys', localFile],
  ];
  const lines = places.flatMap(([name, place]) => (place === null ? [] : [`  ${name.padEnd(15)}${place}`]));
  return `
Tidings is ready at ${url}

${lines.join('\n')}

Emit an event:

  curl -s ${url}/v1/workspaces/ref:demo/events -H 'Authorization: Bearer ${apiKey}' \\
    -H 'Content-Type: application/json' -d '{
      "type": "order.shipped",
      "idempotency_key": "first-'$(date +%s)'",
      "recipient": { "email": "ada@example.com" },
      "payload": { "customer_name": "Ada", "order_number": "1001", "tracking_url": "https://example.com/track/1001" }
    }'
${inboxUrl === null ? '' : `\nThe mail is then in the inbox: ${inboxUrl}\n`}
`;
}
