/**
 * Header fields that an endpoint adds to each request (docs/rules.md#headers-of-an-endpoint): how its receiver, or what
 * stands before it, knows the sender. Values are sealed in the database, and shown by their last signs alone.
 */
import { z } from 'zod';
import { isRecord } from '../../ground/input/input.ts';
import type { Secrets } from '../../ground/secrets.ts';

const headersMax = 10;
const nameMaxLength = 64;
const valueMaxLength = 1_000;
/** Characters of all names and values of one endpoint. */
const charactersMax = 4_096;
/** Characters at the end of a value that are shown, and those that it must have for that. */
const shownLength = 4;
const shownFrom = 20;

/** What a request is sent and understood by, and what the service says itself. */
const own: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'http2-settings'],
  ...['accept', 'user-agent', 'range', 'date', 'via', 'forwarded', 'max-forwards', 'origin', 'referer', 'cookie'],
  ...[
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-host',
    'x-original-url',
    'x-rewrite-url',
  ],
  ...['x-http-method', 'x-http-method-override', 'x-method-override', 'traceparent', 'tracestate', 'baggage'],
]);
const ownBeginnings = [
  ...['accept-', 'content-', 'if-', 'proxy-', 'sec-', 'x-forwarded-'],
  ...['service-webhook-', 'webhook-', 'tidings-'],
];

type Headers = Readonly<Record<string, string>>;

/** Fields by their names; null and an object without fields stand for none. */
export const endpointHeaders = z
  .custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object')
  .transform((given, context) => {
    const faults = faultsOf(given);
    for (const { path, message } of faults) context.addIssue({ code: 'custom', path: [...path], message });
    return faults.length > 0 ? z.NEVER : (given as Headers);
  })
  .nullish();

interface HeaderFault {
  /** The name of the field; empty for a fault of all together. */
  readonly path: readonly string[];
  readonly message: string;
}

function faultsOf(given: Readonly<Record<string, unknown>>): readonly HeaderFault[] {
  const names = Object.keys(given);
  if (names.length > headersMax) return [{ path: [], message: `must have at most ${headersMax} fields` }];
  const met = new Set<string>();
  const faults = names.flatMap((name): readonly HeaderFault[] => {
    // Many receivers take `_` and `-` for the same (CGI, RFC 3875, 4.1.18).
    const lower = name.toLowerCase().replaceAll('_', '-');
    const message = met.has(lower) ? 'is there twice' : (nameFault(lower) ?? valueFault(given[name]));
    met.add(lower);
    return message === null ? [] : [{ path: [name], message }];
  });
  if (faults.length > 0) return faults;
  const characters = Object.entries(given).flat().join('').length;
  return characters > charactersMax
    ? [{ path: [], message: `must have at most ${charactersMax} characters in all` }]
    : [];
}

function nameFault(lower: string): string | null {
  if (lower.length > nameMaxLength || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(lower)) {
    return `must be up to ${nameMaxLength} letters and digits, with one "-" or "_" between them`;
  }
  const isOwn = own.has(lower) || ownBeginnings.some((beginning) => lower.startsWith(beginning));
  return isOwn ? 'is a field of the request itself, so it cannot be set' : null;
}

function valueFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > valueMaxLength) return `must have at most ${valueMaxLength} characters`;
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value)
    ? null
    : 'must be visible ASCII characters, with blanks between them alone';
}

/** Null: the endpoint has none. */
export function sealHeaders(secrets: Secrets, headers: Headers | null | undefined): Buffer | null {
  const hasSome = headers != null && Object.keys(headers).length > 0;
  return hasSome ? secrets.seal(JSON.stringify(headers)) : null;
}

export function openHeaders(secrets: Secrets, sealed: Uint8Array | null): Headers {
  return sealed === null ? {} : JSON.parse(secrets.open(sealed));
}

/** A field as it may be shown. */
export interface ShownHeader {
  readonly name: string;
  /** Null for a value that this would tell too much of. */
  readonly lastFour: string | null;
}

export function shownHeaders(secrets: Secrets, sealed: Uint8Array | null): readonly ShownHeader[] | null {
  if (sealed === null) return null;
  return Object.entries(openHeaders(secrets, sealed)).map(([name, value]) => ({
    name,
    lastFour: value.length >= shownFrom ? value.slice(-shownLength) : null,
  }));
}
