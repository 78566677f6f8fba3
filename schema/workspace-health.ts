/** The operator's actions on a workspace's health. */
import { findAnyWorkspace } from '../src/workspaces/find-any-workspace.ts';
import { releaseHealth } from '../src/workspaces/health/release-health.ts';
import { builder } from './builder.ts';

const WorkspaceHealthReleaseInput = builder.inputType('WorkspaceHealthReleaseInput', {
  description: 'A paused workspace that the operator lets send again.',
  fields: (t) => ({
    workspaceId: t.id({ required: true, description: 'Id of a workspace of any platform.' }),
  }),
});

const WorkspaceHealthReleasePayload = builder
  .objectRef<{ readonly id: string }>('WorkspaceHealthReleasePayload')
  .implement({
    description: 'The released workspace with its new level.',
    fields: (t) => ({
      workspace: t.prismaField({
        type: 'Workspace',
        description: 'The workspace after the release, throttled if it was paused.',
        resolve: (query, { id }, _args, { app }) => findAnyWorkspace(app, id, query),
      }),
    }),
  });

builder.mutationField('workspaceHealthRelease', (t) =>
  t.field({
    type: WorkspaceHealthReleasePayload,
    description:
      'For the operator: moves a paused workspace to throttled and resets its bounce and complaint counts. A workspace that is not paused is unchanged.',
    skipTypeScopes: true,
    args: {
      input: t.arg({ type: WorkspaceHealthReleaseInput, required: true, description: 'Id of the paused workspace.' }),
    },
    resolve: (_root, { input }, { app }) => releaseHealth(app, input.workspaceId),
  }),
);
