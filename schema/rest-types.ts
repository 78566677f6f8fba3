/**
 * The schema is built twice: for GraphQL, and for REST, whose documents run on the twin (rest/adapter.ts,
 * docs/rules.md#twin-schema-of-rest). REST checks a request by its OpenAPI file and lets the verbs report what is wrong
 * with a value, in their words and under their codes. A type that is narrower in GraphQL than in REST would reject the
 * value before the verb sees it, so a field with the extension `rest` has that scalar in the twin, and an input type of
 * which exactly one field is sent is an ordinary input type there. Everything else is the same in both.
 */
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';

export const restTypes = 'restTypes';

type Scalar = 'JSON' | 'String';

/** `extensions` of a field, argument or input field with another type in the twin. */
export const inRest = (scalar: Scalar) => ({ rest: scalar });

/** Whether a resolver runs for REST, where the twin of schema/index.ts is executed. */
export function isForRest({ schema }: GraphQLResolveInfo): boolean {
  return schema.extensions.forRest === true;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      restTypes: RestTypesPlugin<Types>;
    }
    export interface BuildSchemaOptions<Types extends SchemaTypes> {
      /** Whether the schema is the twin that REST runs its documents on. */
      readonly forRest?: boolean;
    }
  }
}

export class RestTypesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    return this.options.forRest && 'isOneOf' in type ? { ...type, isOneOf: false } : type;
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const ref = this.#scalarOf(field.extensions);
    if (ref === null) return field;
    const { required } = field.type;
    return { ...field, type: { kind: 'Scalar', ref, required } as typeof field.type };
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const ref = this.#scalarOf(field.extensions);
    if (ref === null) return field;
    const { nullable } = field.type;
    return { ...field, type: { kind: 'Scalar', ref, nullable } as typeof field.type };
  }

  /** The type of a field in the twin; null for a field that is the same in both. */
  #scalarOf(extensions: Readonly<Record<string, unknown>> | null | undefined): Scalar | null {
    const scalar = this.options.forRest ? extensions?.rest : undefined;
    return scalar === 'JSON' || scalar === 'String' ? scalar : null;
  }
}

SchemaBuilder.registerPlugin(restTypes, RestTypesPlugin);
