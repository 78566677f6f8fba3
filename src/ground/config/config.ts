/**
 * The configuration, made from the variables of the process, which the entries hand over (docs/rules.md#configuration).
 * Checked as a whole at the start; every fault is reported at once, under the name of its variable.
 */

import { isLoopbackHost } from '../ports/loopback.ts';
import { type Collector, collectorOf } from './collector.ts';
import { type Role, type Variables, variables } from './config-variables.ts';
import { type HealthLimits, healthLimits } from './health-limits.ts';
import { pictureStoreFaults, pictureStoreOf, type StorePlace } from './picture-store.ts';
import { secretFaults } from './secret-faults.ts';
import { readSecretFiles } from './secret-files.ts';

export type { Role };

/** Connections of the database's pool, without `DATABASE_POOL`. */
const databasePool = 16;

export interface Config {
  readonly production: boolean;
  /** Null: an embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A direct connection for LISTEN; null: `databaseUrl`. */
  readonly databaseListenUrl: string | null;
  readonly databasePool: number;
  /** Whether the processes of one start divide `databasePool`, which then is the default. */
  readonly databasePoolDivided: boolean;
  /** Whether the console is served at /console. */
  readonly console: boolean;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** How long an HTTP connection is kept between two requests; milliseconds. */
  readonly keepAlive: number;
  /** Null: made from the host and the bound port. No trailing slash. */
  readonly publicUrl: string | null;
  /** Processes of one start; `auto`: as many as suit the machine. */
  readonly processes: number | 'auto';
  /** From a stop signal to the end of the process, at most; milliseconds. */
  readonly stopGrace: number;
  /** Part of `stopGrace` in which a process that is stopping still takes requests; milliseconds. */
  readonly stopDelay: number;
  /** Where `/metrics` is answered; null: nowhere. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Platforms whose ids label metrics, at most; 0: none. */
  readonly metricsPlatforms: number;
  readonly roles: ReadonlySet<Role>;
  readonly transport: 'capture' | 'smtp' | 'mx';
  readonly smtpUrl: string | null;
  /** Port of mail exchangers: 25 outside of tests. */
  readonly mxPort: number;
  /** Simultaneous connections of this process to the exchangers of one provider. */
  readonly mxConnections: number;
  /** JSON that changes src/transport/mx/provider-rules.ts, or the path of a file with it; null: nothing is changed. */
  readonly exchangerRules: string | null;
  /** The first day on which mail left from the address of this service, such as `2026-03-29`; null: it is known. */
  readonly warmUp: string | null;
  /** Whether exchangers may have private addresses, those of the operator's own networks. */
  readonly mxPrivateAddresses: boolean;
  readonly inboundPort: number;
  /** PEM files for STARTTLS of the inbound listener; null: a self-signed certificate. */
  readonly inboundTls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly bounceHost: string;
  /** The name by which this process greets servers, lower case. */
  readonly ehloName: string;
  /** Addresses that mail goes out from, at most one of each family; empty: the system chooses. */
  readonly sourceAddresses: readonly string[];
  /** Name servers for domain checks, exchangers and webhook hosts; empty: the name servers of the machine. */
  readonly dnsServers: readonly string[];
  /** Null only in development, where a key is generated into `dataDir`. */
  readonly secretKey: string | null;
  /** The key before it, while a change goes on (docs/rules.md#change-of-the-secret-key). */
  readonly secretKeyPrevious: string | null;
  readonly operatorToken: string | null;
  /** The token before it, while a change goes on. */
  readonly operatorTokenPrevious: string | null;
  /** Reads what the operator token reads, and changes nothing. */
  readonly operatorReadToken: string | null;
  /** Where traces go, and which; null: nowhere. */
  readonly collector: Collector | null;
  /** Where the bytes of pictures are kept; null: in the database. */
  readonly pictureStore: StorePlace | null;
  readonly simulatorDomain: string;
  readonly spfValue: string | null;
  /** Days after which payloads and other content of messages are removed. */
  readonly messageContentDays: number;
  readonly rateLimitPerMinute: number;
  readonly webhookDevHosts: readonly string[];
  readonly webhookDevCa: string | null;
  readonly inboxPort: number;
  /** The daemon of SpamAssassin that is asked about answers; null: none is. */
  readonly spamFilter: { readonly host: string; readonly port: number } | null;
  /** Bytes of request bodies that a process works on at once; one platform has at most half. */
  readonly requestBodyBytes: number;
  /** Bytes that the caches of templates may hold in each process. */
  readonly templateCacheBytes: number;
  readonly health: HealthLimits;
  /** Null: `pretty` on a terminal, else `json`. */
  readonly logFormat: 'json' | 'pretty' | null;
  readonly logLevel: string;
}

/** Thrown by `readConfig`; `faults` has one line for each invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Turns an error of `listen` on the port of `variable` into a configuration error if the port is taken or forbidden;
 * returns any other error unchanged.
 */
export function listenFault(variable: string, port: number, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return new ConfigError([`${variable}: port ${port} is in use; choose another`]);
  if (code === 'EACCES') return new ConfigError([`${variable}: no permission to listen on port ${port}`]);
  return error;
}

/** Reads and checks `env`, and the files that it names for secrets. An empty value counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { env: read, faults: ofFiles } = readSecretFiles(env);
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  if (!parsed.success || ofFiles.length > 0) throw new ConfigError([...ofFiles, ...issues]);
  const values = parsed.data;
  const config = derive(values);
  const faults = [...requirementFaults(values, config)];
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function derive(values: Variables): Config {
  const production = values.NODE_ENV === 'production';
  const transport = values.TRANSPORT ?? 'capture';
  const devHostsAllowed = transport === 'capture' && isLoopbackHost(values.HOST);
  return {
    production,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseListenUrl: values.DATABASE_LISTEN_URL ?? null,
    databasePool: values.DATABASE_POOL ?? databasePool,
    databasePoolDivided: values.DATABASE_POOL === undefined,
    console: values.CONSOLE === undefined ? !production : values.CONSOLE === 'on',
    dataDir: values.DATA_DIR,
    host: values.HOST,
    port: values.PORT,
    keepAlive: values.KEEP_ALIVE * 1_000,
    publicUrl: values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    processes: values.PROCESSES,
    stopGrace: values.STOP_GRACE * 1_000,
    stopDelay: values.STOP_DELAY * 1_000,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    metricsPlatforms: values.METRICS_PLATFORMS,
    roles: new Set(values.ROLES),
    transport,
    smtpUrl: values.SMTP_URL ?? null,
    mxPort: values.MX_PORT,
    mxConnections: values.MX_CONNECTIONS,
    exchangerRules: values.EXCHANGER_RULES ?? null,
    warmUp: values.WARM_UP ?? null,
    mxPrivateAddresses: values.MX_PRIVATE_ADDRESSES === undefined ? !production : values.MX_PRIVATE_ADDRESSES === 'on',
    inboundPort: values.INBOUND_PORT,
    inboundTls:
      values.INBOUND_TLS_CERT === undefined || values.INBOUND_TLS_KEY === undefined
        ? null
        : { certFile: values.INBOUND_TLS_CERT, keyFile: values.INBOUND_TLS_KEY },
    bounceHost: values.BOUNCE_HOST,
    ehloName: (values.EHLO_NAME ?? values.BOUNCE_HOST).toLowerCase(),
    sourceAddresses: values.SOURCE_ADDRESS,
    dnsServers: values.DNS_SERVERS,
    secretKey: values.SECRET_KEY ?? null,
    secretKeyPrevious: values.SECRET_KEY_PREVIOUS ?? null,
    operatorToken: values.OPERATOR_TOKEN ?? null,
    operatorTokenPrevious: values.OPERATOR_TOKEN_PREVIOUS ?? null,
    operatorReadToken: values.OPERATOR_READ_TOKEN ?? null,
    collector: collectorOf(values),
    pictureStore: pictureStoreOf(values),
    simulatorDomain: values.SIMULATOR_DOMAIN.toLowerCase(),
    spfValue: values.SPF_VALUE ?? null,
    messageContentDays: values.MESSAGE_CONTENT_DAYS,
    requestBodyBytes: values.REQUEST_BODY_MB * 1024 * 1024,
    templateCacheBytes: values.TEMPLATE_CACHE_MB * 1024 * 1024,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    webhookDevHosts: values.WEBHOOK_DEV_HOSTS ?? (devHostsAllowed ? ['hooks.test'] : []),
    webhookDevCa: values.WEBHOOK_DEV_CA ?? null,
    inboxPort: values.INBOX_PORT,
    spamFilter: values.SPAMASSASSIN ?? null,
    health: healthLimits(values),
    logFormat: values.LOG_FORMAT ?? null,
    logLevel: values.LOG_LEVEL,
  };
}

function* requirementFaults(values: Variables, config: Config): Generator<string> {
  if (config.production) {
    if (values.TRANSPORT === undefined) yield 'TRANSPORT: must be named in production';
    if (values.TRANSPORT === 'capture') yield 'TRANSPORT: capture is for development; production takes smtp or mx';
    if (values.DATABASE_URL === undefined) yield 'DATABASE_URL: is required in production';
    if (values.SECRET_KEY === undefined) yield 'SECRET_KEY: is required in production';
    if (values.OPERATOR_TOKEN === undefined) yield 'OPERATOR_TOKEN: is required in production';
    // Links of mails lead there, and one-click unsubscribe is for https alone (RFC 8058, 3.1). Over http the console's
    // session cookie would be sent in the clear.
    if (!config.publicUrl?.startsWith('https:')) yield 'PUBLIC_URL: must be an https address in production';
  }
  if (config.transport === 'smtp') {
    if (values.SMTP_URL === undefined) yield 'SMTP_URL: is required with TRANSPORT=smtp';
  }
  if (config.transport !== 'mx' && values.WARM_UP !== undefined) yield 'WARM_UP: only with TRANSPORT=mx';
  if (config.transport !== 'capture' && values.SPF_VALUE === undefined) {
    yield `SPF_VALUE: is required with TRANSPORT=${config.transport}`;
  }
  if ((values.INBOUND_TLS_CERT === undefined) !== (values.INBOUND_TLS_KEY === undefined)) {
    yield 'INBOUND_TLS_CERT: goes with INBOUND_TLS_KEY, one file each';
  }
  if (config.stopDelay > config.stopGrace / 2) yield 'STOP_DELAY: is at most half of STOP_GRACE';
  yield* secretFaults(values);
  yield* pictureStoreFaults(values);
  const devHostsAllowed = config.transport === 'capture' && isLoopbackHost(config.host);
  if (config.webhookDevHosts.length > 0 && !devHostsAllowed) {
    yield 'WEBHOOK_DEV_HOSTS: only with TRANSPORT=capture and a loopback HOST';
  }
}
