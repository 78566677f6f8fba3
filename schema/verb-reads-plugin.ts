/**
 * A budget of bytes bounds what a client selects (src/ground/lists/read-budget.ts), and never what a mutation has to read for
 * its work: each field of Mutation is resolved without one, and the selection below it with the operation's
 * (docs/rules.md#bytes-of-reads).
 */
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { withoutReadBudget } from '../src/ground/lists/read-budget.ts';

export const verbReadsPlugin = 'verbReads';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      verbReads: VerbReadsPlugin<Types>;
    }
  }
}

export class VerbReadsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { parentType }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (parentType !== 'Mutation') return resolver;
    return (...given) => withoutReadBudget(() => resolver(...given));
  }
}

SchemaBuilder.registerPlugin(verbReadsPlugin, VerbReadsPlugin);
