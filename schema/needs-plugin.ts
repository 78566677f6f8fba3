/**
 * Applies the table of scopes (schema/scopes.ts) to every field, through the scope plugin of Pothos. It runs before that
 * plugin reads the fields. A field of a root without an entry, or an object type without one, stops the build: nothing
 * is open because it was forgotten.
 */
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { sentenceOf } from './needs.ts';
import { fieldNeeds, type Needs, rootNeeds, typeNeeds } from './scopes.ts';

export const needsPlugin = 'needs';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      needs: NeedsPlugin<Types>;
    }
  }
}

/** Types whose fields show no more than the field that returned them. */
const wrappers = /(?:Payload|Connection|Edge)$|^PageInfo$/;
const roots = /^(?:Query|Mutation|Subscription)$/;

export class NeedsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    if (type.kind !== 'Object' || wrappers.test(type.name)) return type;
    if (!Object.hasOwn(typeNeeds, type.name)) throw new Error(`schema/scopes.ts says nothing about ${type.name}`);
    return type;
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const needs = this.#needsOf(field);
    if (needs === null) return field;
    const path = `${field.parentType}.${field.name}`;
    const ofArguments = Object.keys(field.args).flatMap((name) => {
      const needed = rootNeeds[`${path}(${name})`];
      return needed ? [[name, needed] as const] : [];
    });
    // The plugin remembers the result for a map that is the same object each time.
    const authScopes =
      ofArguments.length === 0
        ? allOf(needs)
        : (_parent: unknown, args: Readonly<Record<string, unknown>>) =>
            allOf([...needs, ...ofArguments.flatMap(([name, needed]) => (args[name] == null ? [] : needed))]);
    const changed = {
      ...field,
      description: `${field.description ?? ''} ${sentenceOf(needs)}`.trim(),
      extensions: { ...field.extensions, needs },
      pothosOptions: {
        ...field.pothosOptions,
        ...(needs.length + ofArguments.length > 0 && { authScopes }),
      },
    };
    return changed as typeof field;
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    if (field.kind !== 'Arg') return field;
    const needs = rootNeeds[`${field.parentType}.${field.parentField}(${field.name})`];
    return needs ? { ...field, description: `${field.description ?? ''} ${sentenceOf(needs)}`.trim() } : field;
  }

  /** Null for a field that is open to whoever reads its object. */
  #needsOf({ parentType, name, type }: PothosOutputFieldConfig<Types>): Needs | null {
    const path = `${parentType}.${name}`;
    if (roots.test(parentType)) {
      const needs = rootNeeds[path];
      if (!needs) throw new Error(`schema/scopes.ts says nothing about ${path}`);
      return needs;
    }
    if (wrappers.test(parentType)) return null;
    const own = fieldNeeds[path];
    if (own) return own.length > 0 ? own : null;
    const named = type.kind === 'List' ? type.type : type;
    if (named.kind !== 'Object') return null;
    const returned = this.buildCache.getTypeConfig(named.ref).name.replace(/Connection$/, '');
    const needs = typeNeeds[returned];
    return needs && needs.length > 0 ? needs : null;
  }
}

const allOf = (needs: Needs) => ({ $all: Object.fromEntries(needs.map((need) => [need, true])) });

SchemaBuilder.registerPlugin(needsPlugin, NeedsPlugin);
