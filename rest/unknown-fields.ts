/** What is said of a field or parameter that an operation does not know (docs/rules.md#unknown-fields). */
import { didYouMean } from '../src/ground/input/near-name.ts';

/** What other services call a field of ours, which is too far from its name for a guess by letters. */
const namesElsewhere: Readonly<Record<string, string>> = {
  scheduled_at: 'send_at',
  schedule_at: 'send_at',
  scheduled_for: 'send_at',
  deliver_at: 'send_at',
};

/** `known`: the names that the operation takes in its place; `objects`: those of them that are objects. */
export function unknownField(
  kind: 'parameter' | 'field',
  written: string,
  { known, objects }: { readonly known: readonly string[]; readonly objects: readonly string[] },
): string {
  const meant = meantName(written, known, objects);
  // Pages have no number: `page` is no misspelt `per_page`.
  const candidates = written === 'page' ? known.filter((name) => name !== 'per_page') : known;
  const near = meant === null ? didYouMean(written, candidates) : `; did you mean \`${meant}\`?`;
  const others = kind === 'parameter' && known.length > 0 ? `; this operation takes ${known.join(', ')}` : '';
  return `is not a known ${kind}${near || others}`;
}

/** The names that no comparison of letters finds: `metadata[order]`, `state[]` and those of other services. */
function meantName(written: string, known: readonly string[], objects: readonly string[]): string | null {
  const ours = Object.hasOwn(namesElsewhere, written) ? (namesElsewhere[written] ?? null) : null;
  if (ours !== null && known.includes(ours)) return ours;
  const [, name, key] = /^([a-z_]{1,64})\[([a-z0-9_]{0,64})\]$/.exec(written) ?? [];
  if (name === undefined || !known.includes(name)) return null;
  return objects.includes(name) && key ? `${name}.${key}` : name;
}
