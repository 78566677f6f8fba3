/** Workspaces: one customer of the platform each. */
import { queryFromInfo } from '@pothos/plugin-prisma';
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
import { byId, keysetConnection } from './connection.ts';

const WorkspaceStatusEnum = builder.enumType(WorkspaceStatus, {
  name: 'WorkspaceStatus',
  description: 'Whether a workspace takes events.',
  values: {
    active: { description: 'It takes events.' },
    suspended: { description: 'It refuses events; messages already queued wait.' },
  },
});

const HealthStateEnum = builder.enumType(HealthState, {
  name: 'HealthState',
  description: 'How much a workspace may send, by its bounces and complaints.',
  values: {
    ramping: { description: 'It has not sent enough to be known.' },
    established: { description: 'It sends well.' },
    throttled: { description: 'Bounces or complaints run high, so a tenth of its usual day goes out.' },
    paused: { description: 'Bounces or complaints run so high that nothing goes out.' },
  },
});

const SendingStateEnum = builder.enumType('SendingState', {
  description: 'Whether a workspace can send.',
  values: {
    ready: { description: 'It can send.' },
    waiting: { description: 'The domain can send, and the workspace is being set up.' },
    blocked: { description: 'It cannot send; the reason says why.' },
  },
});

const SendingBlockReasonEnum = builder.enumType('SendingBlockReason', {
  description: 'What keeps a workspace from sending.',
  values: {
    suspended: { description: 'The workspace is suspended.' },
    no_identity: { description: 'The platform has no sending domain.' },
    identity_not_sendable: { description: 'The sending domain is not verified.' },
  },
});

const Sending = builder.objectRef<SendingState>('WorkspaceSending').implement({
  description: 'Whether a workspace can send.',
  fields: (t) => ({
    state: t.expose('state', { type: SendingStateEnum, description: 'Whether it can send now.' }),
    reason: t.expose('reason', {
      type: SendingBlockReasonEnum,
      nullable: true,
      description: 'What blocks it; null when nothing does.',
    }),
  }),
});

const Health = builder.prismaObject('WorkspaceHealth', {
  description: 'How a workspace fares with bounces and complaints.',
  fields: (t) => ({
    state: t.expose('state', { type: HealthStateEnum, description: 'Where it stands.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'What moved it into the state.' }),
    since: t.expose('since', { type: 'DateTime', nullable: true, description: 'Since when it has been there.' }),
  }),
});

const Workspace = builder.prismaObject('Workspace', {
  description: 'One customer of the platform.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    reference: t.exposeString('reference', { nullable: true, description: "The caller's id for the customer." }),
    name: t.exposeString('name', { description: 'Its name, shown to recipients.' }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone; its days start at midnight there.' }),
    locale: t.exposeString('locale', { description: 'Language of contacts that have none.' }),
    status: t.expose('status', { type: WorkspaceStatusEnum, description: 'Whether it takes events.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true, description: 'When it was made.' }),
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
      description: 'Its health.',
      onNull: () => new Error('A workspace has no health'),
    }),
  }),
});

builder.queryFields((t) => ({
  workspaces: t.connection({
    type: Workspace,
    description: 'The live workspaces, newest first.',
    resolve: (_root, args, viewer, info) => {
      const query = queryFromInfo({ context: viewer, info, path: ['edges', 'node'] });
      return keysetConnection(args, (window) => listWorkspaces(tenant(viewer), window, query), byId);
    },
  }),
  workspace: t.prismaField({
    type: 'Workspace',
    description: 'One live workspace.',
    args: { workspace: t.arg.string({ required: true, description: 'Its id, or ref:<reference>.' }) },
    resolve: (query, _root, { workspace }, viewer) => findWorkspace(tenant(viewer), workspace, query),
  }),
}));

const WorkspaceCreateInput = builder.inputType('WorkspaceCreateInput', {
  description: 'What a new workspace is given.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 128 characters; no email address.' }),
    reference: t.string({ required: true, description: "The caller's id for the customer." }),
    timezone: t.string({ description: 'IANA time zone; UTC when left out.' }),
    locale: t.string({ description: 'Language tag; en when left out.' }),
  }),
});

const WorkspaceUpdateInput = builder.inputType('WorkspaceUpdateInput', {
  description: 'What to change of a workspace; what is left out stays.',
  fields: (t) => ({
    name: t.string({ description: 'At most 128 characters; no email address.' }),
    reference: t.string({ description: "The caller's id for the customer." }),
    timezone: t.string({ description: 'IANA time zone.' }),
    locale: t.string({ description: 'Language tag.' }),
  }),
});

const WorkspacePayload = builder.objectRef<{ readonly id: string }>('WorkspacePayload').implement({
  description: 'The workspace that a mutation wrote.',
  fields: (t) => ({
    workspace: t.prismaField({
      type: 'Workspace',
      description: 'As it is now.',
      resolve: (query, { id }, _args, viewer) => findWorkspace(tenant(viewer), id, query),
    }),
  }),
});

const WorkspaceDeletePayload = builder.objectRef<{ readonly id: string }>('WorkspaceDeletePayload').implement({
  description: 'The workspace that is gone.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The id that it had.' }) }),
});

builder.mutationFields((t) => ({
  workspaceCreate: t.field({
    type: WorkspacePayload,
    description: 'Makes a workspace. Refuses reference_taken and workspace_ceiling_reached.',
    args: { input: t.arg({ type: WorkspaceCreateInput, required: true, description: 'What it is given.' }) },
    resolve: async (_root, { input }, viewer) => ({ id: await createWorkspace(tenant(viewer), input) }),
  }),
  workspaceUpdate: t.field({
    type: WorkspacePayload,
    description: 'Changes a workspace. Refuses reference_taken.',
    args: {
      workspace: t.arg.string({ required: true, description: 'Its id, or ref:<reference>.' }),
      input: t.arg({ type: WorkspaceUpdateInput, required: true, description: 'What to change.' }),
    },
    resolve: async (_root, { workspace, input }, viewer) => ({
      id: await updateWorkspace(tenant(viewer), workspace, input),
    }),
  }),
  workspaceDelete: t.field({
    type: WorkspaceDeletePayload,
    description:
      'Deletes a workspace: it sends no more and its reference is free at once; its data goes 30 days later.',
    args: { workspace: t.arg.string({ required: true, description: 'Its id, or ref:<reference>.' }) },
    resolve: async (_root, { workspace }, viewer) => ({ id: await deleteWorkspace(tenant(viewer), workspace) }),
  }),
  workspaceSuspend: t.field({
    type: WorkspacePayload,
    description: 'Suspends a workspace: it takes no events, and what is queued waits. Repeating is harmless.',
    args: { workspace: t.arg.string({ required: true, description: 'Its id, or ref:<reference>.' }) },
    resolve: async (_root, { workspace }, viewer) => ({ id: await suspendWorkspace(tenant(viewer), workspace) }),
  }),
  workspaceResume: t.field({
    type: WorkspacePayload,
    description: 'Takes back a suspension. Repeating is harmless.',
    args: { workspace: t.arg.string({ required: true, description: 'Its id, or ref:<reference>.' }) },
    resolve: async (_root, { workspace }, viewer) => ({ id: await resumeWorkspace(tenant(viewer), workspace) }),
  }),
}));
