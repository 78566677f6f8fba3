/**
 * The configuration: the only reader of process.env (docs/rules.md#configuration). Checked as a whole at the start;
 * every fault is reported at once, under the name of its variable.
 */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { type HealthLimits, healthLimits, healthVariables } from './health-limits.ts';
import { isLoopbackHost } from './http/loopback.ts';

export const roles = ['api', 'worker', 'inbound'] as const;
export type Role = (typeof roles)[number];

const port = z.coerce.number().int().min(0).max(65_535);
const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** A name server in Node's form: an address with an optional port; an IPv6 address with a port stands in brackets. */
const nameServer = z
  .string()
  .transform((text) => text.replace(/^localhost(?=:|$)/, '127.0.0.1'))
  .refine(isNameServer, 'must be a list of addresses such as 192.0.2.1, 192.0.2.1:5353 or [2001:db8::1]:53');

/** Connections of the database's pool, without `DATABASE_POOL`. */
const databasePool = 16;
const processes = z
  .string()
  .regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto, or a number from 1 to 64')
  .transform((text) => (text === 'auto' ? text : Number(text)));

const variables = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_LISTEN_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(4).max(200).optional(),
  CONSOLE: z.enum(['on', 'off']).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  KEEP_ALIVE: z.coerce.number().int().min(1).max(3_600).default(75),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROCESSES: processes.default('auto'),
  ROLES: commaList.pipe(z.array(z.enum(roles)).min(1)).default([...roles]),
  TRANSPORT: z.enum(['capture', 'smtp', 'mx']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MX_PORT: port.min(1).default(25),
  MX_PRIVATE_ADDRESSES: z.enum(['on', 'off']).optional(),
  MX_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
  INBOUND_PORT: port.default(2525),
  INBOUND_TLS_CERT: z.string().min(1).optional(),
  INBOUND_TLS_KEY: z.string().min(1).optional(),
  BOUNCE_HOST: z.string().min(1).default('bounces.localhost'),
  DNS_SERVERS: commaList.pipe(z.array(nameServer)).default([]),
  SECRET_KEY: z.string().min(32, 'must hold at least 32 characters').optional(),
  OPERATOR_TOKEN: z.string().min(16, 'must hold at least 16 characters').optional(),
  SIMULATOR_DOMAIN: z.hostname().default('simulator.test'),
  SPF_VALUE: z.string().min(1).optional(),
  MESSAGE_CONTENT_DAYS: z.coerce.number().int().min(2).max(90).default(30),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
  WEBHOOK_DEV_HOSTS: commaList.optional(),
  WEBHOOK_DEV_CA: z.string().min(1).optional(),
  INBOX_PORT: port.default(8025),
  REQUEST_BODY_MB: z.coerce.number().min(64).max(16_384).default(64),
  TEMPLATE_CACHE_MB: z.coerce.number().min(1).max(16_384).default(128),
  ...healthVariables,
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

type Variables = z.infer<typeof variables>;

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
  readonly roles: ReadonlySet<Role>;
  readonly transport: 'capture' | 'smtp' | 'mx';
  readonly smtpUrl: string | null;
  /** Port of mail exchangers: 25 outside of tests. */
  readonly mxPort: number;
  /** Simultaneous connections of this process to one exchanger. */
  readonly mxConnections: number;
  /** Whether exchangers may have private addresses, those of the operator's own networks. */
  readonly mxPrivateAddresses: boolean;
  readonly inboundPort: number;
  /** PEM files for STARTTLS of the inbound listener; null: a self-signed certificate. */
  readonly inboundTls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly bounceHost: string;
  /** Name servers for domain checks, exchangers and webhook hosts; empty: the name servers of the machine. */
  readonly dnsServers: readonly string[];
  /** Null only in development, where a key is generated into `dataDir`. */
  readonly secretKey: string | null;
  readonly operatorToken: string | null;
  readonly simulatorDomain: string;
  readonly spfValue: string | null;
  /** Days after which payloads and other content of messages are removed. */
  readonly messageContentDays: number;
  readonly rateLimitPerMinute: number;
  readonly webhookDevHosts: readonly string[];
  readonly webhookDevCa: string | null;
  readonly inboxPort: number;
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

/** Reads and checks `env`. An empty value counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
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
    roles: new Set(values.ROLES),
    transport,
    smtpUrl: values.SMTP_URL ?? null,
    mxPort: values.MX_PORT,
    mxConnections: values.MX_CONNECTIONS,
    mxPrivateAddresses: values.MX_PRIVATE_ADDRESSES === undefined ? !production : values.MX_PRIVATE_ADDRESSES === 'on',
    inboundPort: values.INBOUND_PORT,
    inboundTls:
      values.INBOUND_TLS_CERT === undefined || values.INBOUND_TLS_KEY === undefined
        ? null
        : { certFile: values.INBOUND_TLS_CERT, keyFile: values.INBOUND_TLS_KEY },
    bounceHost: values.BOUNCE_HOST,
    dnsServers: values.DNS_SERVERS,
    secretKey: values.SECRET_KEY ?? null,
    operatorToken: values.OPERATOR_TOKEN ?? null,
    simulatorDomain: values.SIMULATOR_DOMAIN.toLowerCase(),
    spfValue: values.SPF_VALUE ?? null,
    messageContentDays: values.MESSAGE_CONTENT_DAYS,
    requestBodyBytes: values.REQUEST_BODY_MB * 1024 * 1024,
    templateCacheBytes: values.TEMPLATE_CACHE_MB * 1024 * 1024,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    webhookDevHosts: values.WEBHOOK_DEV_HOSTS ?? (devHostsAllowed ? ['hooks.test'] : []),
    webhookDevCa: values.WEBHOOK_DEV_CA ?? null,
    inboxPort: values.INBOX_PORT,
    health: healthLimits(values),
    logFormat: values.LOG_FORMAT ?? null,
    logLevel: values.LOG_LEVEL,
  };
}

function isNameServer(text: string): boolean {
  const [, v6, v4, digits] = /^(?:\[(.+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  if (digits === undefined) return isIP(text) !== 0;
  return Number(digits) >= 1 && Number(digits) <= 65_535 && (isIPv6(v6 ?? '') || isIPv4(v4 ?? ''));
}

function* requirementFaults(values: Variables, config: Config): Generator<string> {
  if (config.production) {
    if (values.TRANSPORT === undefined) yield 'TRANSPORT: must be named in production';
    if (values.TRANSPORT === 'capture') yield 'TRANSPORT: capture is for development; production takes smtp or mx';
    if (values.DATABASE_URL === undefined) yield 'DATABASE_URL: is required in production';
    if (values.SECRET_KEY === undefined) yield 'SECRET_KEY: is required in production';
    if (values.OPERATOR_TOKEN === undefined) yield 'OPERATOR_TOKEN: is required in production';
    // Over http the session's cookie would be sent in the clear, and the console would refuse the browser's origin.
    if (config.console && !config.publicUrl?.startsWith('https:')) {
      yield 'PUBLIC_URL: must be an https address in production with CONSOLE=on';
    }
  }
  if (config.transport === 'smtp') {
    if (values.SMTP_URL === undefined) yield 'SMTP_URL: is required with TRANSPORT=smtp';
  }
  if (config.transport !== 'capture' && values.SPF_VALUE === undefined) {
    yield `SPF_VALUE: is required with TRANSPORT=${config.transport}`;
  }
  if ((values.INBOUND_TLS_CERT === undefined) !== (values.INBOUND_TLS_KEY === undefined)) {
    yield 'INBOUND_TLS_CERT: goes with INBOUND_TLS_KEY, one file each';
  }
  const devHostsAllowed = config.transport === 'capture' && isLoopbackHost(config.host);
  if (config.webhookDevHosts.length > 0 && !devHostsAllowed) {
    yield 'WEBHOOK_DEV_HOSTS: only with TRANSPORT=capture and a loopback HOST';
  }
}
