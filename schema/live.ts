/** Subscriptions: what changes in a workspace, at an endpoint, in the health of workspaces and about a message. */
import type { GraphQLResolveInfo } from 'graphql';
import type { MessageState, WebhookState } from '../prisma/generated/client.ts';
import type { Viewer } from '../src/context.ts';
import { changesAnEvent } from '../src/live/feed-times.ts';
import { type ChangePage, followChanges } from '../src/live/follow-changes.ts';
import type { Change } from '../src/live/read-changes.ts';
import type { LiveStream } from '../src/live/streams.ts';
import { findMessagesById } from '../src/messages/find-messages-by-id.ts';
import { findWorkspace } from '../src/tenant/find-workspace.ts';
import { followTimeline, type TimelinePage } from '../src/timeline/follow-timeline.ts';
import { findEndpoint } from '../src/webhooks/endpoints/find-endpoint.ts';
import { findWebhooksById } from '../src/webhooks/find-webhooks-by-id.ts';
import { findWorkspacesById } from '../src/workspaces/find-workspaces-by-id.ts';
import type { HealthReason } from '../src/workspaces/health/health-transitions.ts';
import { builder, tenant } from './builder.ts';
import { loadTogether } from './load-together.ts';
import { Message, MessageStateEnum } from './message.ts';
import { TimelineEntry } from './timeline.ts';
import { Webhook, WebhookStateEnum } from './webhook.ts';
import { Workspace } from './workspace.ts';
import { HealthReasonEnum, HealthStateEnum } from './workspace-standing.ts';

/** The changes of one event are read together: fifty rows at most, in one statement for each object that they name. */
const cost = { field: 1, multiplier: changesAnEvent };

const words = {
  cursor: 'Place after this event. A subscription with it as `after` goes on from here, on any process.',
  at: 'Time of the change, to the millisecond.',
  after:
    'Cursor of an earlier event of the same subscription, at most ten minutes after its stream ended; without it the stream begins now.',
};

function streamOf({ stream }: Viewer): LiveStream {
  if (!stream) throw new Error('A subscription was executed without a stream');
  return stream;
}

/** An object that a change names, null once it is gone. */
function subjectOf<Row extends { readonly id: string }>(
  viewer: Viewer,
  info: GraphQLResolveInfo,
  { subject }: Change,
  read: Parameters<typeof loadTogether<Row>>[2]['read'],
): Promise<Row | null> {
  return loadTogether(viewer, info, { what: 'subject', id: subject, returned: true, read });
}

const MessageChange = builder.objectRef<Change>('MessageChange').implement({
  description:
    'A message was accepted, reached a state, or waits for its next attempt (queued again). The beginning of an attempt is no change.',
  fields: (t) => ({
    messageId: t.exposeID('subject', { description: 'The message, also after its erasure.' }),
    state: t.field({
      type: MessageStateEnum,
      description: 'The state that the change led to, whatever followed since.',
      resolve: ({ state }) => state as MessageState,
    }),
    at: t.expose('at', { type: 'DateTime', description: words.at }),
    message: t.field({
      type: Message,
      nullable: true,
      description: 'The message as it is when the event is sent; null after its erasure.',
      resolve: (change, _args, viewer, info) =>
        subjectOf(viewer, info, change, (ids, query) => findMessagesById(tenant(viewer), ids, query)),
    }),
  }),
});

const WebhookChange = builder.objectRef<Change>('WebhookChange').implement({
  description: 'A webhook was recorded or redelivered, or an attempt at it ended.',
  fields: (t) => ({
    webhookId: t.exposeID('subject', { description: 'The webhook, also after its removal.' }),
    state: t.field({
      type: WebhookStateEnum,
      description: 'The state after the change; pending after an attempt that failed and will be repeated.',
      resolve: ({ state }) => state as WebhookState,
    }),
    at: t.expose('at', { type: 'DateTime', description: words.at }),
    webhook: t.field({
      type: Webhook,
      nullable: true,
      description: 'The webhook as it is when the event is sent; null after its removal.',
      resolve: (change, _args, viewer, info) =>
        subjectOf(viewer, info, change, (ids, query) => findWebhooksById(tenant(viewer), ids, query)),
    }),
  }),
});

const HealthChange = builder.objectRef<Change>('WorkspaceHealthChange').implement({
  description: 'A workspace entered another sending level.',
  fields: (t) => ({
    from: t.field({
      type: HealthStateEnum,
      description: 'The level that it left.',
      resolve: ({ was }) => was as typeof HealthStateEnum.$inferType,
    }),
    to: t.field({
      type: HealthStateEnum,
      description: 'The level that it entered.',
      resolve: ({ state }) => state as typeof HealthStateEnum.$inferType,
    }),
    reason: t.field({
      type: HealthReasonEnum,
      nullable: true,
      description: 'Cause of the change, such as a rate that crossed its line.',
      resolve: ({ reason }) => reason as HealthReason | null,
    }),
    at: t.expose('at', { type: 'DateTime', description: words.at }),
    workspace: t.field({
      type: Workspace,
      nullable: true,
      description: 'The workspace whose level changed; null after its deletion.',
      resolve: (change, _args, viewer, info) =>
        subjectOf(viewer, info, change, (ids, query) => findWorkspacesById(tenant(viewer), ids, query)),
    }),
  }),
});

/** An event of changes; the changes of one object are in the order in which they happened. */
function eventOf(name: string, type: typeof MessageChange, description: string) {
  return builder.objectRef<ChangePage>(name).implement({
    description,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: words.cursor }),
      changes: t.field({
        type: [type],
        complexity: cost,
        description: `Changes since the event before, at most ${changesAnEvent}; none in the first event.`,
        resolve: ({ changes }) => [...changes],
      }),
    }),
  });
}

const MessageChanges = eventOf('MessageChanges', MessageChange, 'One server-sent event of workspaceMessages.');
const WebhookChanges = eventOf('WebhookChanges', WebhookChange, 'One server-sent event of endpointWebhooks.');
const HealthChanges = eventOf('WorkspaceHealthChanges', HealthChange, 'One server-sent event of healthChanges.');

const TimelineEntries = builder.objectRef<TimelinePage>('TimelineEntries').implement({
  description: 'One server-sent event of messageTimeline.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: words.cursor }),
    entries: t.field({
      type: [TimelineEntry],
      complexity: cost,
      description: 'Entries that no event before had, oldest first.',
      resolve: ({ entries }) => [...entries],
    }),
  }),
});

builder.subscriptionFields((t) => ({
  workspaceMessages: t.field({
    type: MessageChanges,
    description: 'The messages of a workspace as they are accepted and move on.',
    args: {
      workspace: t.arg.id({ required: true, description: "The workspace's id, or ref:<reference>." }),
      after: t.arg.string({ description: words.after }),
    },
    subscribe: async (_root, { workspace, after = null }, viewer) => {
      const { id } = await findWorkspace(tenant(viewer), workspace, { select: { id: true } });
      return followChanges(viewer.app, streamOf(viewer), { topic: id, after });
    },
    resolve: (page) => page,
  }),
  endpointWebhooks: t.field({
    type: WebhookChanges,
    description: 'The webhooks to an endpoint as they are recorded, tried, delivered and given up.',
    args: {
      endpoint: t.arg.id({ required: true, description: 'Id of a live endpoint; not_found otherwise.' }),
      after: t.arg.string({ description: words.after }),
    },
    subscribe: async (_root, { endpoint, after = null }, viewer) => {
      const { id } = await findEndpoint(tenant(viewer), endpoint, { select: { id: true } });
      return followChanges(viewer.app, streamOf(viewer), { topic: id, after });
    },
    resolve: (page) => page,
  }),
  healthChanges: t.field({
    type: HealthChanges,
    description: 'The workspaces of the platform as their sending levels change.',
    args: {
      workspace: t.arg.id({
        description: 'Only this workspace: its id, or ref:<reference>; without it, all workspaces of the key.',
      }),
      after: t.arg.string({ description: words.after }),
    },
    subscribe: async (_root, { workspace = null, after = null }, viewer) => {
      const ctx = tenant(viewer);
      const named = workspace === null ? null : await findWorkspace(ctx, workspace, { select: { id: true } });
      const only = named?.id ?? ctx.workspaceId;
      return followChanges(viewer.app, streamOf(viewer), { topic: ctx.platformId, after, only });
    },
    resolve: (page) => page,
  }),
  messageTimeline: t.field({
    type: TimelineEntries,
    description:
      'The history of a message as it goes on. The first event has everything so far, or what an earlier stream did not show.',
    args: {
      message: t.arg.id({
        required: true,
        description: 'Id from the event or from a webhook; not_found after 90 days.',
      }),
      after: t.arg.string({
        description: 'Cursor of an earlier event about the same message; without it the first event has all entries.',
      }),
    },
    subscribe: (_root, { message, after = null }, viewer) =>
      followTimeline(tenant(viewer), streamOf(viewer), { message, after }),
    resolve: (page) => page,
  }),
}));
