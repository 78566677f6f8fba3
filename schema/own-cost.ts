/**
 * An error costs its own field and nothing else (docs/rules.md#graphql-errors). A field of a root is a request of its
 * own, an object in a payload is read after the write, and a page is a statement of its own: each of them is nullable,
 * so its error leaves its siblings in the response. The plugin decides this in one place, whatever a field declares.
 */
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';

export const ownCost = 'ownCost';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      ownCost: OwnCostPlugin<Types>;
    }
  }
}

export class OwnCostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return this.#failsAlone(field) ? { ...field, type: { ...field.type, nullable: true } } : field;
  }

  #failsAlone({ parentType, type }: PothosOutputFieldConfig<Types>): boolean {
    if (['Query', 'Mutation', 'Subscription'].includes(parentType)) return true;
    if (type.kind !== 'Object') return false;
    return parentType.endsWith('Payload') || this.buildCache.getTypeConfig(type.ref).name.endsWith('Connection');
  }
}

SchemaBuilder.registerPlugin(ownCost, OwnCostPlugin);
