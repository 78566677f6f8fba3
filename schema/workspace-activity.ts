/** When a workspace last emitted. */
import { readLastEmits } from '../src/workspaces/read-last-emits.ts';
import { builder } from './builder.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';

builder.prismaObjectField('Workspace', 'lastEmitAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    complexity: workCost.lastEmit,
    description: 'Time of the newest event of the last 90 days; null without one.',
    select: { platformId: true, id: true },
    resolve: async ({ platformId, id }, _args, viewer, info) => {
      const what = `last emit ${platformId}`;
      const read = (ids: readonly string[]) => readLastEmits(viewer.app, { platformId, ids });
      return (await loadTogether(viewer, info, { what, id, read }))?.at ?? null;
    },
  }),
);
