/** What a typed text may be, by its form alone. */

const verbs = ['suspend', 'resume', 'suppress'] as const;
export type Verb = (typeof verbs)[number];

export interface Wanted {
  readonly text: string;
  /** The text is an id of the service. */
  readonly id: string | null;
  /** The text is a whole address. */
  readonly email: string | null;
  /** The text is the id of a request. */
  readonly request: string | null;
  /** The text is a pair of metadata, `order:1001` or `order=1001`. */
  readonly pair: Readonly<Record<string, string>> | null;
  /** The text begins with something to do. */
  readonly verb: Verb | null;
  /** The text after the verb. */
  readonly object: string;
}

/** Characters; the shortest limit of the searches. */
export const textMax = 128;

export function wantedOf(typed: string): Wanted {
  const text = typed.trim().slice(0, textMax);
  const [first = ''] = text.split(/\s/, 1);
  const verb = verbs.find((each) => each === first.toLowerCase()) ?? null;
  const object = verb ? text.slice(verb.length).trim() : '';
  const named = verb ? object : text;
  return {
    text,
    id: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text) ? text.toUpperCase() : null,
    email: isAddress(named) ? named : null,
    request: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null,
    pair: pairOf(text),
    verb,
    object,
  };
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
