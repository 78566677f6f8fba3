/** Suggests the variable that the author of an unknown path meant. */
import { nearName } from '../../src/ground/input/near-name.ts';
import { brandFields } from '../document/brand.ts';
import type { EventField } from '../document/template.ts';
import type { Scope } from './sources.ts';
import { CONTACT_NAMES, type Known, SYSTEM_NAMES } from './variable-names.ts';

/** Names that are collected; a type has at most 100 fields, and a platform may have any number of attributes. */
const MAX_NAMES = 200;

/** Returns ` Did you mean \`event.city\`?`, to follow a sentence; empty when no variable is near. */
export function suggestVariable(written: string, scope: Scope, known: Known): string {
  const root = written.slice(0, written.indexOf('.') + 1);
  // A name such as `name` is in every brand: it is suggested only to who wrote something like `brand`.
  const ofBrand = nearName(root.slice(0, -1), ['brand']) === null ? [] : namesOf(brandFields, 'brand.');
  const all = [...ofBrand, ...variablesIn(scope, known)].slice(0, MAX_NAMES);
  const ofRoot = all.filter((name) => root !== '' && name.startsWith(root));
  // The part after the root is compared: authors leave the root out or take another word for it.
  const names = new Map((ofRoot.length > 0 ? ofRoot : all).map((name) => [name.slice(name.indexOf('.') + 1), name]));
  const wanted = written.slice(root.length);
  const near = names.get(wanted) ?? names.get(nearName(ofRoot.length > 0 ? wanted : written, names.keys()) ?? '');
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

function* variablesIn(scope: Scope, known: Known): Generator<string> {
  for (const { as, list } of scope) {
    const fields = list.root === 'event' ? known.fields : list.root === 'brand' ? brandFields : [];
    const item = itemFields(fields, list.path);
    yield* namesOf(item, `${as}.`);
  }
  yield* namesOf(known.fields, 'event.');
  for (const name of CONTACT_NAMES) yield `contact.${name}`;
  for (const name of SYSTEM_NAMES) yield `system.${name}`;
  for (const key of known.attributes) yield `attributes.${key}`;
}

function* namesOf(fields: readonly EventField[], before: string): Generator<string> {
  for (const { name, type, fields: inner = [] } of fields) {
    yield before + name;
    if (type === 'object') yield* namesOf(inner, `${before}${name}.`);
  }
}

/** Returns the fields of each item of the list at `path`. */
function itemFields(fields: readonly EventField[], path: readonly string[]): readonly EventField[] {
  let found = fields;
  for (const part of path) found = found.find(({ name }) => name === part)?.fields ?? [];
  return found;
}
