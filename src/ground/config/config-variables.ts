/** The variables of the environment that the configuration takes, each with its form (docs/rules.md#configuration). */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { DatabaseUrlFault, parseDatabaseUrl } from './database-url.ts';
import '../input/zod-words.ts';
import { healthVariables } from './health-limits.ts';

const roles = ['api', 'worker', 'inbound'] as const;
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

/** As libpq takes it; a fault names no part of it that may be a password. */
const databaseUrl = z.string().check((given) => {
  try {
    parseDatabaseUrl(given.value);
  } catch (error) {
    if (!(error instanceof DatabaseUrlFault)) throw error;
    given.issues.push({ code: 'custom', message: error.message, input: '' });
  }
});

const secretKey = z.string().min(32, 'must hold at least 32 characters');
const operatorToken = z.string().min(16, 'must hold at least 16 characters');

/** `name=value,…`; values are percent-encoded, as OpenTelemetry writes them. A fault names no part of it. */
const otlpHeaders = commaList.pipe(
  z.array(
    z
      .string()
      .regex(/^[\w-]{1,100} ?=[^=]/, 'must be headers such as authorization=Bearer%20token')
      .transform(headerOf),
  ),
);

const processes = z
  .string()
  .regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto, or a number from 1 to 64')
  .transform((text) => (text === 'auto' ? text : Number(text)));

export const variables = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_LISTEN_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(4).max(200).optional(),
  CONSOLE: z.enum(['on', 'off']).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  KEEP_ALIVE: z.coerce.number().int().min(1).max(3_600).default(75),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROCESSES: processes.default('auto'),
  STOP_GRACE: z.coerce.number().min(3).max(600).default(30),
  STOP_DELAY: z.coerce.number().min(0).max(300).default(0),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PLATFORMS: z.coerce.number().int().min(0).max(1_000).default(0),
  ROLES: commaList.pipe(z.array(z.enum(roles)).min(1)).default([...roles]),
  TRANSPORT: z.enum(['capture', 'smtp', 'mx']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MX_PORT: port.min(1).default(25),
  MX_PRIVATE_ADDRESSES: z.enum(['on', 'off']).optional(),
  MX_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
  EXCHANGER_RULES: z.string().optional(),
  WARM_UP: z.iso.date('must be the first day of the address, such as 2026-03-29').optional(),
  INBOUND_PORT: port.default(2525),
  INBOUND_TLS_CERT: z.string().min(1).optional(),
  INBOUND_TLS_KEY: z.string().min(1).optional(),
  BOUNCE_HOST: z.string().min(1).default('bounces.localhost'),
  EHLO_NAME: z.hostname().optional(),
  SOURCE_ADDRESS: commaList
    .pipe(z.array(z.union([z.ipv4(), z.ipv6()], 'must be addresses such as 192.0.2.1 or 2001:db8::1')))
    .refine((list) => new Set(list.map(isIP)).size === list.length, 'takes one address of each family')
    .default([]),
  DNS_SERVERS: commaList.pipe(z.array(nameServer)).default([]),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_PREVIOUS: secretKey.optional(),
  OPERATOR_TOKEN: operatorToken.optional(),
  OPERATOR_TOKEN_PREVIOUS: operatorToken.optional(),
  OPERATOR_READ_TOKEN: operatorToken.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('tidings'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  PICTURE_STORE_URL: z.url({ protocol: /^https?$/ }).optional(),
  PICTURE_STORE_REGION: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9-]+$/, 'must be letters, digits and hyphens, such as eu-central-1')
    .default('us-east-1'),
  PICTURE_STORE_KEY_ID: z
    .string()
    .max(1_000)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without a blank')
    .optional(),
  PICTURE_STORE_SECRET_KEY: z.string().min(1).max(1_000).optional(),
  SIMULATOR_DOMAIN: z.hostname().default('simulator.test'),
  SPF_VALUE: z.string().min(1).optional(),
  MESSAGE_CONTENT_DAYS: z.coerce.number().int().min(2).max(90).default(30),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
  WEBHOOK_DEV_HOSTS: commaList.optional(),
  WEBHOOK_DEV_CA: z.string().min(1).optional(),
  INBOX_PORT: port.default(8025),
  SPAMASSASSIN: z
    .string()
    .regex(/^(?:\[[\da-f:.]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/i, 'must be an address such as 127.0.0.1:783')
    .transform(daemonOf)
    .refine(({ port: given }) => given >= 1 && given <= 65_535, 'must have a port from 1 to 65535')
    .optional(),
  REQUEST_BODY_MB: z.coerce.number().min(64).max(16_384).default(64),
  TEMPLATE_CACHE_MB: z.coerce.number().min(1).max(16_384).default(128),
  ...healthVariables,
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Variables = z.infer<typeof variables>;

/** The port of spamd, which its name does without. */
const spamdPort = 783;

function daemonOf(text: string): { readonly host: string; readonly port: number } {
  const [, host = text, digits] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: digits === undefined ? spamdPort : Number(digits) };
}

function headerOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  const value = text.slice(at + 1).trim();
  try {
    return [text.slice(0, at).trim(), decodeURIComponent(value)];
  } catch {
    return [text.slice(0, at).trim(), value];
  }
}

function isNameServer(text: string): boolean {
  const [, v6, v4, digits] = /^(?:\[(.+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  if (digits === undefined) return isIP(text) !== 0;
  return Number(digits) >= 1 && Number(digits) <= 65_535 && (isIPv6(v6 ?? '') || isIPv4(v4 ?? ''));
}
