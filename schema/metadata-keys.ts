/** The keys of metadata, for whoever searches a value and knows no key. */
import { listMetadataKeys } from '../src/events/list-metadata-keys.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';

builder.queryField('metadataKeys', (t) =>
  t.stringList({
    nullable: true,
    complexity: { field: workCost.entries, multiplier: 1 },
    description: `Up to 20 keys of metadata that the latest emits had, most used first. Costs as much as ${workCost.entries} fields.`,
    resolve: async (_root, _args, viewer) => [...(await listMetadataKeys(tenant(viewer)))],
  }),
);
