/** Workspaces, each for one customer of the platform. */
import { WorkspaceStatus } from '../prisma/generated/client.ts';
import { findWorkspace } from '../src/tenant/find-workspace.ts';
import { createWorkspace } from '../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../src/workspaces/deletion/delete-workspace.ts';
import { sendingState } from '../src/workspaces/sending-state.ts';
import { resumeWorkspace } from '../src/workspaces/suspension/resume-workspace.ts';
import { suspendWorkspace } from '../src/workspaces/suspension/suspend-workspace.ts';
import { updateWorkspace } from '../src/workspaces/update-workspace.ts';
import { builder, tenant } from './builder.ts';
import { Node } from './node.ts';
import { Health, Sending } from './workspace-standing.ts';

export const WorkspaceStatusEnum = builder.enumType(WorkspaceStatus, {
  name: 'WorkspaceStatus',
  description: 'Whether a workspace accepts events.',
  values: {
    active: { description: 'Events are accepted.' },
    suspended: { description: 'Events are rejected with workspace_suspended; queued messages wait.' },
  },
});

export const Workspace = builder.prismaObject('Workspace', {
  description: 'One customer of the platform.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The caller's id: 1 to 128 letters, digits, dots, _ or -.",
    }),
    name: t.exposeString('name', {
      description: 'Name that recipients see on the unsubscribe page and in `system.workspace_name`.',
    }),
    timezone: t.exposeString('timezone', {
      description: 'IANA time zone, such as Europe/Lisbon; days of the workspace start at midnight there.',
    }),
    locale: t.exposeString('locale', { description: 'Language for contacts without one, such as en.' }),
    status: t.expose('status', { type: WorkspaceStatusEnum, description: 'Whether the workspace accepts events.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the caller created the workspace.',
    }),
    sending: t.field({
      type: Sending,
      description: 'Whether the workspace can send now, and what prevents sending.',
      select: {
        status: true,
        platform: {
          select: { suspendedAt: true, sendingDomain: { select: { domain: true, status: true, verifiedAt: true } } },
        },
      },
      resolve: ({ status, platform }, _args, { app }) =>
        sendingState(
          app.config,
          platform.suspendedAt === null ? status : 'suspended',
          platform.sendingDomain,
          app.clock.now(),
        ),
    }),
    health: t.relation('health', {
      type: Health,
      nullable: false,
      description: 'Sending level by the rates of bounces and complaints.',
      onNull: () => new Error('A workspace has no health'),
    }),
  }),
});

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: 'Workspace',
    description: 'Reads a live workspace; not_found after its deletion.',
    args: {
      workspace: t.arg.id({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: (query, _root, { workspace }, viewer) => findWorkspace(tenant(viewer), workspace, query),
  }),
);

const WorkspaceCreateInput = builder.inputType('WorkspaceCreateInput', {
  description: 'A customer of the platform; every workspace shares the sending domain.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of at most 128 characters; no email address.' }),
    reference: t.string({ required: true, description: "The caller's id: 1 to 128 letters, digits, dots, _ or -." }),
    timezone: t.string({ description: 'IANA time zone, such as Europe/Lisbon; UTC when left out.' }),
    locale: t.string({ description: 'Language tag, such as pt-BR; en when left out.' }),
  }),
});

const WorkspaceUpdateInput = builder.inputType('WorkspaceUpdateInput', {
  description: 'Fields to change; omitted fields keep their values.',
  fields: (t) => ({
    name: t.string({ description: 'Name of at most 128 characters; no email address.' }),
    reference: t.string({ description: "The caller's id: 1 to 128 letters, digits, dots, _ or -." }),
    timezone: t.string({ description: 'IANA time zone.' }),
    locale: t.string({ description: 'Language tag.' }),
  }),
});

export const WorkspacePayload = builder.objectRef<{ readonly id: string }>('WorkspacePayload').implement({
  description: 'Result of the workspace mutations.',
  fields: (t) => ({
    workspace: t.prismaField({
      type: 'Workspace',
      description: 'The workspace after the write.',
      resolve: (query, { id }, _args, viewer) => findWorkspace(tenant(viewer), id, query),
    }),
  }),
});

const WorkspaceDeletePayload = builder.objectRef<{ readonly id: string }>('WorkspaceDeletePayload').implement({
  description: 'The deleted workspace, of which only the id remains.',
  fields: (t) => ({
    deletedWorkspaceId: t.exposeID('id', { description: 'Id of the deleted object; later reads are not_found.' }),
  }),
});

builder.mutationFields((t) => ({
  workspaceCreate: t.field({
    type: WorkspacePayload,
    description: 'Creates a workspace. Errors: reference_taken, workspace_ceiling_reached.',
    args: {
      input: t.arg({
        type: WorkspaceCreateInput,
        required: true,
        description: 'Name, reference, time zone and language.',
      }),
    },
    resolve: async (_root, { input }, viewer) => ({ id: await createWorkspace(tenant(viewer), input) }),
  }),
  workspaceUpdate: t.field({
    type: WorkspacePayload,
    description: 'Changes a workspace. Errors: reference_taken.',
    args: {
      workspace: t.arg.id({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
      input: t.arg({
        type: WorkspaceUpdateInput,
        required: true,
        description: 'A new name, reference, time zone or language.',
      }),
    },
    resolve: async (_root, { workspace, input }, viewer) => ({
      id: await updateWorkspace(tenant(viewer), workspace, input),
    }),
  }),
  workspaceDelete: t.field({
    type: WorkspaceDeletePayload,
    description:
      'Deletes a workspace. Queued messages fail and the reference is free at once; the data is removed 30 days later.',
    args: {
      workspace: t.arg.id({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: async (_root, { workspace }, viewer) => ({ id: await deleteWorkspace(tenant(viewer), workspace) }),
  }),
  workspaceSuspend: t.field({
    type: WorkspacePayload,
    description: 'Suspends a workspace: emits are rejected, and queued messages wait. Repeating changes nothing.',
    args: {
      workspace: t.arg.id({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: async (_root, { workspace }, viewer) => ({ id: await suspendWorkspace(tenant(viewer), workspace) }),
  }),
  workspaceResume: t.field({
    type: WorkspacePayload,
    description: 'Ends a suspension. Repeating the call changes nothing.',
    args: {
      workspace: t.arg.id({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: async (_root, { workspace }, viewer) => ({ id: await resumeWorkspace(tenant(viewer), workspace) }),
  }),
}));
