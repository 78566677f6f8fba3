/** What a typed text may be, by its form alone; a verb without an object means what the open page shows. */
import { type Verb, verbOf } from './verbs.ts';

export interface Wanted {
  readonly text: string;
  /** An id of the service. */
  readonly id: string | null;
  /** A whole address. */
  readonly email: string | null;
  /** A domain of addresses; the name of an event type may look so too. */
  readonly domain: string | null;
  /** The text has the form of a request id, which keys of callers may have too. */
  readonly request: string | null;
  /** The text is a pair of metadata, `order:1001` or `order=1001`. */
  readonly pair: Readonly<Record<string, string>> | null;
  /** The text begins with something to do. */
  readonly verb: Verb | null;
  /** The text after the verb, or what the open page shows. */
  readonly object: string;
  /** The text after the verb alone: a part of a name. */
  readonly typedObject: string;
}

/** Characters; the shortest limit of the searches. */
export const textMax = 128;

/** `shown`: what the open page shows: an id, an address, the name of an event type, or nothing. */
export function wantedOf(typed: string, shown: string): Wanted {
  const text = typed.trim().slice(0, textMax);
  const [first = ''] = text.split(/\s/, 1);
  const verb = verbOf(first);
  const typedObject = verb ? text.slice(first.length).trim() : '';
  const object = verb ? typedObject || shown : '';
  const named = verb ? object : text;
  return {
    text,
    id: isId(named) ? named.toUpperCase() : null,
    email: isAddress(named) ? named : null,
    domain: verb ? null : domainOf(text),
    request: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null,
    pair: pairOf(text),
    verb,
    object,
    typedObject,
  };
}

function isId(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text);
}

/** A key of metadata, a colon or an equals sign, and the whole value; an address of a page is none. */
function pairOf(text: string): Readonly<Record<string, string>> | null {
  const [, key, value] = /^([a-z0-9_]{1,64})[:=] ?(\S.*)$/su.exec(text) ?? [];
  return key === undefined || value === undefined || value.startsWith('//') ? null : { [key]: value };
}

function isAddress(text: string): boolean {
  const [local = '', host = '', ...more] = text.split('@');
  return local !== '' && host.includes('.', 1) && !host.endsWith('.') && more.length === 0 && !/\s/.test(text);
}

/** Typed with or without the sign before it. */
function domainOf(text: string): string | null {
  const host = text.replace(/^@/, '').toLowerCase();
  return /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/.test(host) ? host : null;
}

/** The single thing that a page shows, by its path and query; empty: none. */
export function shownOn(pathname: string, search: Readonly<Record<string, unknown>>): string {
  const [, room = '', first = '', second = ''] = pathname.split('/');
  if (pathname === '/people/address') return String(search.email ?? '');
  if (pathname === '/webhooks') return String(search.endpoint ?? '');
  if (room === 'people') return second;
  return ['messages', 'webhooks', 'workspaces', 'templates', 'event-types'].includes(room)
    ? decodeURIComponent(first)
    : '';
}
