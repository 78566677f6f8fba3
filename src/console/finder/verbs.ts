/** What the search does: the words that begin an act, and what a key needs for it (docs/rules.md#console-search). */
import type { ApiKeyScope } from '../api/operations.ts';
import type { Scopes } from '../api/scopes.ts';

interface Needs {
  readonly scopes: readonly ApiKeyScope[];
  /** Not for keys for one workspace. */
  readonly isWide?: boolean;
}

const needs = {
  suspend: { scopes: ['manage'] },
  resume: { scopes: ['manage'] },
  suppress: { scopes: ['people', 'manage'] },
  lift: { scopes: ['people', 'manage'] },
  erase: { scopes: ['people', 'send'] },
  resend: { scopes: ['resend'] },
  cancel: { scopes: ['send', 'manage'] },
  pause: { scopes: ['manage'], isWide: true },
  test: { scopes: ['manage'], isWide: true },
  redeliver: { scopes: ['manage'] },
} as const satisfies Readonly<Record<string, Needs>>;

export type Verb = keyof typeof needs;

export const verbs = Object.keys(needs) as readonly Verb[];

/** Words that people use for them. */
const others: Readonly<Record<string, Verb>> = {
  block: 'suppress',
  unblock: 'lift',
  unsuppress: 'lift',
  forget: 'erase',
  retry: 'redeliver',
};

/** The verb that a word is. */
export function verbOf(word: string): Verb | null {
  const small = word.toLowerCase();
  return verbs.find((verb) => verb === small) ?? (Object.hasOwn(others, small) ? (others[small] ?? null) : null);
}

export function mayDo(verb: Verb, { allow, allowWide }: Scopes): boolean {
  const { scopes, isWide = false }: Needs = needs[verb];
  return isWide ? allowWide(...scopes) : allow(...scopes);
}
