/** What the operator does about a workspace's health. */
import { findAnyWorkspace } from '../src/workspaces/find-any-workspace.ts';
import { releaseHealth } from '../src/workspaces/release-health.ts';
import { builder } from './builder.ts';

const WorkspaceHealthReleaseInput = builder.inputType('WorkspaceHealthReleaseInput', {
  description: 'A workspace to let send again.',
  fields: (t) => ({
    workspaceId: t.string({ required: true, description: 'Its id; of any platform.' }),
  }),
});

const WorkspaceHealthReleasePayload = builder
  .objectRef<{ readonly id: string }>('WorkspaceHealthReleasePayload')
  .implement({
    description: 'The workspace that may send again.',
    fields: (t) => ({
      workspace: t.prismaField({
        type: 'Workspace',
        description: 'As it is now.',
        resolve: (query, { id }, _args, { app }) => findAnyWorkspace(app, id, query),
      }),
    }),
  });

builder.mutationField('workspaceHealthRelease', (t) =>
  t.field({
    type: WorkspaceHealthReleasePayload,
    description:
      'For the operator: ends the pause of a workspace, which is throttled then, with counts begun anew. One that is not paused stays as it is.',
    skipTypeScopes: true,
    authScopes: { operator: true },
    args: {
      input: t.arg({ type: WorkspaceHealthReleaseInput, required: true, description: 'Which workspace.' }),
    },
    resolve: async (_root, { input }, { app }) => ({ id: await releaseHealth(app, input.workspaceId) }),
  }),
);
