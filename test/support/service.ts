/** The whole service in this process, as `npm start` puts it together, with sinks for mail and webhooks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch, type Headers } from 'undici';
import { readConfig } from '../../src/ground/config/config.ts';
import { createLog, type Log } from '../../src/ground/log/log.ts';
import type { Clock } from '../../src/ground/time/clock.ts';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { demoFields, demoTemplate } from '../../src/local/demo-template.ts';
import { type Service, startService } from '../../src/start-service.ts';
import { nextDkimKey } from './dkim-key-ring.ts';
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts';
import { createServiceDatabase } from './test-database.ts';
import { startWebhookSink, type WebhookSink } from './webhook-sink.ts';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the operation promises.
  readonly body: any;
}

/** A platform, as its backend sees it. */
export interface Backend {
  readonly platformId: string;
  readonly apiKey: string;
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  graphql(query: string, variables?: Record<string, unknown>): Promise<RestAnswer>;
}

export interface TestService {
  readonly service: Service;
  readonly databaseUrl: string;
  readonly mail: SmtpSink;
  readonly certificate: { readonly certFile: string; readonly keyFile: string; readonly caFile: string };
  /** A new platform that sends from `domain`, with the workspace ref:shop and the event type order.shipped. */
  platform(name: string, domain?: string): Promise<Backend>;
  webhookSink(): Promise<WebhookSink>;
  stop(): Promise<void>;
}

/** Milliseconds. */
const patience = 120_000;
/** How long a connection without requests is kept; milliseconds. */
const keptFor = 1_000;

const operatorToken = 'operator-token-of-the-tests';

interface TestServiceOptions {
  readonly clock?: Clock;
  /** The machine's clock, which the database's corrects. */
  readonly machine?: Clock;
  /** Configuration beside what a test needs anyway. */
  readonly env?: NodeJS.ProcessEnv;
  /** A migrated database; one of the service's own when left out. */
  readonly databaseUrl?: string;
  /** Default: silent, unless TEST_LOG names a level. */
  readonly log?: Log;
}

export async function startTestService({
  clock,
  machine,
  env = {},
  databaseUrl,
  log = createLog(process.env.TEST_LOG ?? 'silent'),
}: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidings-'));
  const database =
    databaseUrl === undefined ? await createServiceDatabase() : { url: databaseUrl, drop: async () => undefined };
  const mail = await startSmtpSink();
  const certificate = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  const sinks: WebhookSink[] = [];
  const config = readConfig({
    PORT: '0',
    INBOUND_PORT: '0',
    DATA_DIR: dataDir,
    OPERATOR_TOKEN: operatorToken,
    // Tests leave attempts behind that never end.
    STOP_GRACE: '3',
    ...env,
  });
  const service = await startService({
    config,
    databaseUrl: database.url,
    secretKey: 'a key of thirty-two characters at least',
    log,
    inbox: { host: mail.host, port: mail.port },
    webhookCaFile: certificate.caFile,
    newDkimKey: nextDkimKey,
    ...(clock ? { clock } : {}),
    ...(machine ? { machine } : {}),
  });
  const url = service.url ?? '';
  // Connections are few, kept and waited for, as a backend's are: a busy machine makes callers wait, not fail.
  const agent = new Agent({
    connections: 64,
    connectTimeout: patience,
    // Far below the time after which the service closes a connection: none is used while it is being closed.
    keepAliveTimeout: keptFor,
    keepAliveMaxTimeout: keptFor,
    headersTimeout: patience,
    bodyTimeout: patience,
  });

  async function call(token: string, method: string, path: string, body?: unknown, headers = {}): Promise<RestAnswer> {
    const response = await fetch(`${url}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  return {
    service,
    databaseUrl: database.url,
    mail,
    certificate,
    async platform(name, domain = `${name.toLowerCase()}.test`) {
      const made = await call(operatorToken, 'POST', '/graphql', {
        query: `mutation ($name: String!) {
          platformCreate(input: { name: $name }) { platform { id } apiKey { secret } }
        }`,
        variables: { name },
      });
      const { platform, apiKey } = made.body.data.platformCreate;
      const backend: Backend = {
        platformId: platform.id,
        apiKey: apiKey.secret,
        rest: (method, path, body, headers) => call(apiKey.secret, method, `/v1${path}`, body, headers),
        graphql: (query, variables = {}) => call(apiKey.secret, 'POST', '/graphql', { query, variables }),
      };
      const { subject, fromLocalPart, displayName, locale, composition, translations } = demoTemplate;
      const answers = [
        await backend.graphql(`mutation { sendingDomainSave(input: { domain: "${domain}" }) { created } }`),
        await backend.rest('POST', '/workspaces', { name: 'Shop', reference: 'shop' }),
        await backend.rest('PUT', '/event-types/order.shipped', { fields: demoFields }),
        await backend.rest('PUT', '/event-types/order.shipped/template', {
          subject,
          from_local_part: fromLocalPart,
          display_name: displayName,
          locale,
          composition,
          translations,
        }),
      ];
      const failed = answers.find(({ status, body }) => status >= 300 || body.errors !== undefined);
      if (failed) throw new Error(`Could not set up a platform: ${JSON.stringify(failed.body)}`);
      return backend;
    },
    async webhookSink() {
      const sink = await startWebhookSink(certificate);
      sinks.push(sink);
      return sink;
    },
    async stop() {
      await agent.close();
      await service.stop();
      await Promise.all([mail.stop(), ...sinks.map((sink) => sink.stop())]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
