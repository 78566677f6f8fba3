/** Workspaces, each for one customer of the platform. */
import { HealthState, WorkspaceStatus } from '../prisma/generated/client.ts';
import { createWorkspace } from '../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../src/workspaces/delete-workspace.ts';
import { findWorkspace } from '../src/workspaces/find-workspace.ts';
import { listWorkspaces } from '../src/workspaces/list-workspaces.ts';
import { resumeWorkspace } from '../src/workspaces/resume-workspace.ts';
import { type SendingState, sendingState } from '../src/workspaces/sending-state.ts';
import { suspendWorkspace } from '../src/workspaces/suspend-workspace.ts';
import { updateWorkspace } from '../src/workspaces/update-workspace.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery } from './connection.ts';

const WorkspaceStatusEnum = builder.enumType(WorkspaceStatus, {
  name: 'WorkspaceStatus',
  description: 'Whether a workspace accepts events.',
  values: {
    active: { description: 'Events are accepted.' },
    suspended: { description: 'Events are rejected with workspace_suspended; queued messages wait.' },
  },
});

const HealthStateEnum = builder.enumType(HealthState, {
  name: 'HealthState',
  description: 'Sending level that follows from the rates of bounces and complaints.',
  values: {
    ramping: { description: 'Too few sends yet to judge the rates; daily caps may apply.' },
    established: { description: 'Enough sends with rates below the limits; no daily cap.' },
    throttled: { description: 'Bounces or complaints run high, so a tenth of its usual day goes out.' },
    paused: { description: 'Bounces or complaints run so high that nothing goes out.' },
  },
});

const SendingStateEnum = builder.enumType('SendingState', {
  description: 'Whether mail of the workspace goes out now.',
  values: {
    ready: { description: 'Mail goes out.' },
    waiting: { description: 'The domain can send, and the workspace is being set up.' },
    blocked: { description: 'No mail goes out; `reason` names the cause.' },
  },
});

const SendingBlockReasonEnum = builder.enumType('SendingBlockReason', {
  description: 'Cause that prevents sending.',
  values: {
    suspended: { description: 'A workspaceSuspend is in force; workspaceResume ends it.' },
    no_identity: { description: 'The platform has no sending domain.' },
    identity_not_sendable: { description: 'The sending domain is not verified.' },
  },
});

const Sending = builder.objectRef<SendingState>('WorkspaceSending').implement({
  description: 'Whether mail of the workspace goes out now, and what prevents it.',
  fields: (t) => ({
    state: t.expose('state', { type: SendingStateEnum, description: 'Whether it can send now.' }),
    reason: t.expose('reason', {
      type: SendingBlockReasonEnum,
      nullable: true,
      description: 'Cause of `blocked`; null in the other states.',
    }),
  }),
});

const Health = builder.prismaObject('WorkspaceHealth', {
  description: 'Sending level by the rates of bounces and complaints.',
  fields: (t) => ({
    state: t.expose('state', {
      type: HealthStateEnum,
      description: 'Present level: ramping, established, throttled or paused.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Cause of the last change, such as a bounce rate; null before the first.',
    }),
    since: t.expose('since', { type: 'DateTime', nullable: true, description: 'Since when it has been there.' }),
  }),
});

const Workspace = builder.prismaObject('Workspace', {
  description: 'One customer of the platform.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    reference: t.exposeString('reference', { nullable: true, description: "The caller's id for the customer." }),
    name: t.exposeString('name', {
      description: 'Shown to recipients on the unsubscribe page and by `system.workspace_name`.',
    }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone; its days start at midnight there.' }),
    locale: t.exposeString('locale', { description: 'Language of contacts that have none.' }),
    status: t.expose('status', { type: WorkspaceStatusEnum, description: 'Whether it takes events.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the caller created the workspace.',
    }),
    sending: t.field({
      type: Sending,
      description: 'Whether it can send.',
      select: {
        status: true,
        platform: { select: { sendingDomain: { select: { domain: true, status: true, verifiedAt: true } } } },
      },
      resolve: ({ status, platform }, _args, { app }) =>
        sendingState(app.config, status, platform.sendingDomain, app.clock.now()),
    }),
    health: t.relation('health', {
      type: Health,
      nullable: false,
      description: 'Sending level by the rates of bounces and complaints.',
      onNull: () => new Error('A workspace has no health'),
    }),
  }),
});

builder.queryFields((t) => ({
  workspaces: t.connection({
    type: Workspace,
    description: 'The live workspaces, newest first.',
    resolve: (_root, args, viewer, info) => {
      const query = nodeQuery(viewer, info);
      return keysetConnection(args, (window) => listWorkspaces(tenant(viewer), window, query), byId);
    },
  }),
  workspace: t.prismaField({
    type: 'Workspace',
    description: 'Reads a live workspace; not_found after its deletion.',
    args: {
      workspace: t.arg.string({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: (query, _root, { workspace }, viewer) => findWorkspace(tenant(viewer), workspace, query),
  }),
}));

const WorkspaceCreateInput = builder.inputType('WorkspaceCreateInput', {
  description: 'A new customer of the platform; shares its sending domain.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 128 characters; no email address.' }),
    reference: t.string({ required: true, description: "The caller's id for the customer." }),
    timezone: t.string({ description: 'IANA time zone; UTC when left out.' }),
    locale: t.string({ description: 'Language tag; en when left out.' }),
  }),
});

const WorkspaceUpdateInput = builder.inputType('WorkspaceUpdateInput', {
  description: 'Fields to change; omitted fields keep their values.',
  fields: (t) => ({
    name: t.string({ description: 'At most 128 characters; no email address.' }),
    reference: t.string({ description: "The caller's id for the customer." }),
    timezone: t.string({ description: 'IANA time zone.' }),
    locale: t.string({ description: 'Language tag.' }),
  }),
});

const WorkspacePayload = builder.objectRef<{ readonly id: string }>('WorkspacePayload').implement({
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
  fields: (t) => ({ id: t.exposeID('id', { description: 'Former id; later reads are not_found.' }) }),
});

builder.mutationFields((t) => ({
  workspaceCreate: t.field({
    type: WorkspacePayload,
    description: 'Makes a workspace. Refuses reference_taken and workspace_ceiling_reached.',
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
    description: 'Changes a workspace. Refuses reference_taken.',
    args: {
      workspace: t.arg.string({
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
      'Deletes a workspace: it sends no more and its reference is free at once; its data goes 30 days later.',
    args: {
      workspace: t.arg.string({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: async (_root, { workspace }, viewer) => ({ id: await deleteWorkspace(tenant(viewer), workspace) }),
  }),
  workspaceSuspend: t.field({
    type: WorkspacePayload,
    description: 'Suspends a workspace: it takes no events, and what is queued waits. Repeating is harmless.',
    args: {
      workspace: t.arg.string({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: async (_root, { workspace }, viewer) => ({ id: await suspendWorkspace(tenant(viewer), workspace) }),
  }),
  workspaceResume: t.field({
    type: WorkspacePayload,
    description: 'Takes back a suspension. Repeating is harmless.',
    args: {
      workspace: t.arg.string({
        required: true,
        description: "Id of the workspace, or ref: and the caller's reference, such as ref:customer-17.",
      }),
    },
    resolve: async (_root, { workspace }, viewer) => ({ id: await resumeWorkspace(tenant(viewer), workspace) }),
  }),
}));
