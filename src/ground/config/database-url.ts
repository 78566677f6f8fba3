/**
 * A URL of PostgreSQL as libpq reads it, without its files: hosts in their order, `sslmode`, `target_session_attrs`
 * (docs/rules.md#database-urls). No error has a part of the URL but the name of a parameter and its host.
 */

export const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

/** What the service can work with: it writes. */
const sessionAttributes = ['any', 'read-write', 'primary'] as const;
export type SessionAttributes = (typeof sessionAttributes)[number];

export interface DatabaseHost {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

export interface DatabaseUrl {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly hosts: readonly DatabaseHost[];
  readonly sslMode: SslMode;
  /** Paths of PEM files; `system`: the authorities that Node trusts. */
  readonly rootCertificate: string | null;
  readonly certificate: string | null;
  readonly key: string | null;
  readonly attributes: SessionAttributes;
  /** Time for one host, in milliseconds; null: the caller's. */
  readonly connectTimeout: number | null;
  /** Options of the session, such as `-c geqo=off`. */
  readonly options: string;
}

/** What is wrong with a URL, to a person. */
export class DatabaseUrlFault extends Error {
  override readonly name = 'DatabaseUrlFault';
}

const defaultPort = '5432';
const hostsMax = 16;

/** Parameters that change nothing here: what they ask for is so anyway, or the service says it for each connection. */
const settled: Readonly<Record<string, readonly string[] | null>> = {
  application_name: null,
  fallback_application_name: null,
  client_encoding: ['UTF8', 'utf8', 'UTF-8', 'utf-8', 'auto'],
  keepalives: ['1'],
  gssencmode: ['disable', 'prefer'],
  channel_binding: ['disable', 'prefer'],
  sslnegotiation: ['postgres'],
  sslcompression: ['0'],
  load_balance_hosts: ['disable'],
  uselibpqcompat: ['true'],
};
const read: ReadonlySet<string> = new Set(
  'host port user password dbname sslmode ssl sslrootcert sslcert sslkey target_session_attrs connect_timeout options'.split(
    ' ',
  ),
);

/** Throws a DatabaseUrlFault. */
export function parseDatabaseUrl(url: string): DatabaseUrl {
  const [, rest] = /^postgres(?:ql)?:\/\/([^#]*)$/.exec(url) ?? [];
  if (rest === undefined)
    throw new DatabaseUrlFault('must begin with postgres:// or postgresql://, and write # as %23');
  const [beforeQuery = '', query = ''] = divide(rest, '?');
  const [authority = '', path = ''] = divide(beforeQuery, '/');
  if (path.includes('@') || query.includes('@'))
    throw new DatabaseUrlFault(
      'has an @ behind its hosts: / ? # and @ of a name or password are written %2F %3F %23 %40',
    );
  const given = parametersOf(query);
  const at = authority.lastIndexOf('@');
  const [user = '', password = ''] = divide(authority.slice(0, Math.max(0, at)), ':').map((part) => decoded(part));
  const sslMode = sslModeOf(given);
  const rootCertificate = given.get('sslrootcert') ?? null;
  if (sslMode.startsWith('verify') && rootCertificate === null)
    throw new DatabaseUrlFault(
      `sslmode=${sslMode} needs sslrootcert, the file of an authority, or sslrootcert=system for those that are known`,
    );
  if (rootCertificate === 'system' && sslMode !== 'verify-full')
    throw new DatabaseUrlFault('sslrootcert=system needs sslmode=verify-full: anybody may have a certificate of them');
  const certificate = given.get('sslcert') ?? null;
  const key = given.get('sslkey') ?? null;
  if ((certificate === null) !== (key === null)) throw new DatabaseUrlFault('sslcert and sslkey need each other');
  const name = given.get('user') ?? user;
  return {
    user: name,
    password: given.get('password') ?? password,
    database: given.get('dbname') ?? (decoded(path) || name),
    hosts: hostsOf(authority.slice(at + 1), given),
    sslMode,
    rootCertificate,
    certificate,
    key,
    attributes: oneOf(sessionAttributes, 'target_session_attrs', given.get('target_session_attrs') ?? 'any'),
    connectTimeout: timeoutOf(given.get('connect_timeout')),
    options: given.get('options') ?? '',
  };
}

function parametersOf(query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [name = '', value = ''] = divide(part, '=').map((each) => decoded(each));
    if (read.has(name)) {
      found.set(name, value);
      continue;
    }
    const allowed = Object.hasOwn(settled, name) ? settled[name] : undefined;
    if (allowed === undefined) throw new DatabaseUrlFault(`the parameter ${shown(name)} is not known`);
    if (allowed !== null && !allowed.includes(value))
      throw new DatabaseUrlFault(`${name} must be ${allowed.join(' or ')}`);
  }
  return found;
}

/** libpq takes `ssl=true`, as JDBC writes it. */
function sslModeOf(given: ReadonlyMap<string, string>): SslMode {
  const mode = given.get('sslmode') ?? (given.get('ssl') === 'true' ? 'require' : 'prefer');
  if (given.has('ssl') && given.get('ssl') !== 'true')
    throw new DatabaseUrlFault('ssl must be true; sslmode says more');
  return oneOf(sslModes, 'sslmode', mode);
}

function hostsOf(authority: string, given: ReadonlyMap<string, string>): readonly DatabaseHost[] {
  const pairs = authority.split(',').map((each) => pairOf(each));
  const names = given.get('host')?.split(',') ?? pairs.map(({ host }) => host);
  const ports = given.get('port')?.split(',') ?? (given.has('host') ? [defaultPort] : pairs.map(({ port }) => port));
  if (names.length > hostsMax) throw new DatabaseUrlFault(`has more than ${hostsMax} hosts`);
  if (ports.length !== 1 && ports.length !== names.length)
    throw new DatabaseUrlFault('has one port for all hosts, or one for each');
  return names.map((host, place) => ({ host: host || 'localhost', port: portOf(ports[place] ?? ports[0] ?? '') }));
}

/** `name:port`, `[2001:db8::1]:port`, each with or without its port. */
function pairOf(text: string): { readonly host: string; readonly port: string } {
  const end = text.startsWith('[') ? text.indexOf(']') + 1 : 0;
  const colon = text.indexOf(':', end);
  const host = colon < 0 ? text : text.slice(0, colon);
  return {
    host: decoded(end > 0 ? host.slice(1, -1) : host),
    port: colon < 0 ? defaultPort : text.slice(colon + 1) || defaultPort,
  };
}

function portOf(text: string): number {
  const port = Number(text || defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new DatabaseUrlFault('has a port that is no number from 1 to 65535');
  return port;
}

function timeoutOf(text: string | undefined): number | null {
  if (text === undefined || text === '0') return null;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600)
    throw new DatabaseUrlFault('connect_timeout must be a number of seconds to 600');
  return seconds * 1_000;
}

function oneOf<Word extends string>(words: readonly Word[], name: string, given: string): Word {
  const found = words.find((word) => word === given);
  if (found === undefined) throw new DatabaseUrlFault(`${name} must be ${words.join(', ')}`);
  return found;
}

/** The parts before and after the first `mark`. */
function divide(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlFault('has a % that begins no character');
  }
}

/** A name that a person typed, if it can be one. */
function shown(name: string): string {
  return /^[a-z_]{1,40}$/.test(name) ? name : 'of another name';
}
