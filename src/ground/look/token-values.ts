/** Colours of the tokens for pages that carry their style within themselves (docs/rules.md#tokens). */
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/**
 * Returns the rules that define these colours, with the name of the page behind that of the token. Two rules instead of
 * `light-dark()`: such a page is opened by programs of mail that are years old.
 */
export function colorRules(names: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(names).map(([name, token]) => [name, ...pairOf(token)] as const);
  const light = pairs.map(([name, value]) => `--${name}:${value}`).join(';');
  const dark = pairs.map(([name, , value]) => `--${name}:${value}`).join(';');
  return `:root{color-scheme:light dark;${light}}\n@media (prefers-color-scheme:dark){:root{${dark}}}`;
}

function pairOf(token: string): readonly [light: string, dark: string] {
  const line = text.split('\n').find((each) => each.trim().startsWith(`--${token}:`)) ?? '';
  const [, light, dark] = /light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/.exec(line) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`There is no colour ${token} among the tokens.`);
  return [light, dark];
}
