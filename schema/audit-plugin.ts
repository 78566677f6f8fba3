/**
 * Records each mutation in the audit log, as schema/audited.ts says (docs/rules.md#audit-log). The plugin runs inside
 * the scope plugin, so a mutation that its key may not make is not recorded. A token that only reads makes none.
 */
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { recordChange } from '../src/audit/record-change.ts';
import type { Viewer } from '../src/context.ts';
import { audited } from './audited.ts';
import { requireWriter } from './needs.ts';

export const auditPlugin = 'audit';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      audit: AuditPlugin<Types>;
    }
  }
}

type Values = Readonly<Record<string, unknown>>;

export class AuditPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { parentType, name }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (parentType !== 'Mutation') return resolver;
    const change = audited[name];
    if (change === undefined) throw new Error(`schema/audited.ts says nothing about ${name}`);
    if (change === null) {
      return (parent, args, viewer, info) => {
        requireWriter(viewer as Viewer);
        return resolver(parent, args, viewer, info);
      };
    }
    const { type, before, after } = change;
    return (parent, args, viewer, info) => {
      requireWriter(viewer as Viewer);
      return recordChange(viewer as Viewer, {
        operation: name,
        before: { type, ...before(args as Values) },
        after: (result) => ({ type, ...after(result as Values) }),
        work: async () => resolver(parent, args, viewer, info),
      });
    };
  }
}

SchemaBuilder.registerPlugin(auditPlugin, AuditPlugin);
