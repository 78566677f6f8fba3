/**
 * The variables of merge tags (docs/rules.md#variables): the fields of the event type, the platform's attributes and
 * brand, and the service's own.
 */

import { brandFields } from '../document/brand.ts';
import type { EventField } from '../document/template.ts';
import type { Scope, Source } from './sources.ts';
import { suggestVariable } from './suggest-variable.ts';
import { CONTACT_NAMES, type Known, SYSTEM_NAMES } from './variable-names.ts';

export type Use = 'text' | 'list' | 'condition';

type Shape =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'object'; readonly fields: readonly EventField[] }
  | { readonly kind: 'list'; readonly item: Shape };

const SCALAR: Shape = { kind: 'scalar' };

/** Returns the fault of reading `source` for this use; null when there is none. */
export function faultOf(source: Source, use: Use, scope: Scope, known: Known): string | null {
  const shape = shapeAt(source, scope, known);
  if (shape === null && known.everyType && (source.root === 'event' || source.root === 'attributes')) {
    return `\`${source.name}\` is not in the mails of every event type; a layout reads \`brand\`, \`system\` and \`contact\`.`;
  }
  if (shape === null)
    return `Unknown variable \`${source.name}\`.${suggestVariable(writtenAs(source, scope), scope, known)}`;
  if (use === 'list' && shape.kind !== 'list') return `\`${source.name}\` is not a list.`;
  if (use === 'text' && shape.kind !== 'scalar') {
    return `\`${source.name}\` is ${shape.kind === 'list' ? 'a list' : 'an object'}, which is no text.`;
  }
  return null;
}

/** A field of an item is written with the item's name first. */
function writtenAs({ root, depth, path, name }: Source, scope: Scope): string {
  return root === 'item' ? [scope[depth]?.as, ...path].join('.') : name;
}

function shapeAt(source: Source, scope: Scope, known: Known): Shape | null {
  const [first = '', ...rest] = source.path;
  switch (source.root) {
    case 'event':
      return within({ kind: 'object', fields: known.fields }, source.path);
    case 'item': {
      const repeated = scope[source.depth];
      const list = repeated === undefined ? null : shapeAt(repeated.list, scope.slice(0, source.depth), known);
      return list?.kind === 'list' ? within(list.item, source.path) : null;
    }
    case 'contact':
      return rest.length === 0 && CONTACT_NAMES.includes(first) ? SCALAR : null;
    case 'attributes':
      return rest.length === 0 && known.attributes.includes(first) ? SCALAR : null;
    case 'system':
      return rest.length === 0 && SYSTEM_NAMES.includes(first) ? SCALAR : null;
    case 'brand':
      return within({ kind: 'object', fields: brandFields }, source.path);
  }
}

function within(shape: Shape, path: readonly string[]): Shape | null {
  let found: Shape = shape;
  for (const name of path) {
    const field: EventField | undefined =
      found.kind === 'object' ? found.fields.find((candidate) => candidate.name === name) : undefined;
    if (field === undefined) return null;
    found = shapeOf(field);
  }
  return found;
}

function shapeOf(field: EventField): Shape {
  if (field.type === 'object') return { kind: 'object', fields: field.fields ?? [] };
  if (field.type !== 'list') return SCALAR;
  return { kind: 'list', item: field.fields === undefined ? SCALAR : { kind: 'object', fields: field.fields } };
}
