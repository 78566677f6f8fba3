/** Workspaces whose deletion can still be undone. */
import type { Workspace } from '../prisma/generated/client.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { deletedWorkspaceLifetime } from '../src/retention/lifetimes.ts';
import { countDeletedWorkspaces, listDeletedWorkspaces } from '../src/workspaces/deletion/list-deleted-workspaces.ts';
import { restoreWorkspace } from '../src/workspaces/deletion/restore-workspace.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection } from './connection.ts';
import { WorkspacePayload } from './workspace.ts';

/** A row that a verb reads has been deleted. */
const deletionOf = ({ deletedAt }: Workspace): Date => {
  if (deletedAt === null) throw new Error('A deleted workspace has no time of its deletion');
  return deletedAt;
};

const DeletedWorkspace = builder.objectRef<Workspace>('DeletedWorkspace').implement({
  description: 'A workspace in the 30 days between its deletion and the removal of its data.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Value for workspaceRestore, a ULID.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The caller's id of the customer; a newer workspace may have it now.",
    }),
    name: t.exposeString('name', { description: 'Label of the customer at the deletion.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time at which the caller made the workspace.' }),
    deletedAt: t.field({
      type: 'DateTime',
      description: 'Time from which the workspace is not_found and its mail fails.',
      resolve: deletionOf,
    }),
    restorableUntil: t.field({
      type: 'DateTime',
      description: 'Time at which its data is removed, 30 days after the deletion.',
      resolve: (workspace) => new Date(deletionOf(workspace).getTime() + deletedWorkspaceLifetime),
    }),
  }),
});

builder.queryField('deletedWorkspaces', (t) =>
  t.connection(
    {
      type: DeletedWorkspace,
      description: 'Lists the workspaces of the platform that workspaceRestore can bring back, newest first.',
      resolve: (_root, args, viewer) => {
        const read = (window: PageWindow) => listDeletedWorkspaces(tenant(viewer), window);
        const count = (limit: number) => countDeletedWorkspaces(tenant(viewer), limit);
        return keysetConnection(args, { query: {}, read, count }, byId);
      },
    },
    { name: 'DeletedWorkspaceConnection' },
    { name: 'DeletedWorkspaceEdge' },
  ),
);

builder.mutationField('workspaceRestore', (t) =>
  t.field({
    type: WorkspacePayload,
    description:
      'Undoes the deletion of a workspace within its 30 days. Contacts, tags, consent, history, suppressions, health and settings are back as they were. What ended meanwhile stays so: messages that waited have failed with workspace_deleted (messageResend sends them again), and rows past their retention are gone. Unsubscribe links answered 404 meanwhile, so such opt-outs were not recorded. A live workspace is returned unchanged. Errors: not_found after 30 days, reference_taken, workspace_ceiling_reached.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the deleted workspace; a reference is not accepted.' }),
      reference: t.arg.string({
        description:
          'Replaces the reference where a newer workspace has taken it; 1 to 128 letters, digits, dots, _ or -.',
      }),
    },
    resolve: async (_root, { id, reference }, viewer) => ({
      id: await restoreWorkspace(tenant(viewer), id, { reference }),
    }),
  }),
);
