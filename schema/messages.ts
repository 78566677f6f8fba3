/** The list of messages, of one workspace or of the whole platform. */

import type { PageWindow } from '../src/ground/keyset.ts';
import { countMessages, listMessages, type MessageList } from '../src/messages/list/list-messages.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { MessageFailureReason } from './delivery-enums.ts';
import { listCost } from './field-cost.ts';
import { directionOf, ListOrder } from './list-order.ts';
import { BounceKindEnum, Message, MessageStateEnum } from './message.ts';
import { requireNeeds } from './needs.ts';

const MessageFilter = builder.inputType('MessageFilter', {
  description: 'Conditions that all messages of a list meet; an omitted condition admits every message.',
  fields: (t) => ({
    state: t.field({ type: MessageStateEnum, description: 'Only messages at this step, such as queued.' }),
    states: t.field({ type: [MessageStateEnum], description: 'Only messages at one of these steps.' }),
    recipient: t.string({ description: 'Only messages to this whole address, in any case. Needs the scope `people`.' }),
    contact: t.id({ description: 'Only messages to the contact with this id; deleted contacts too.' }),
    eventType: t.string({ description: 'Only messages of the live event type with this name, such as order.shipped.' }),
    templateVersion: t.id({ description: 'Only messages that render the saved version with this id.' }),
    idempotencyKey: t.string({
      description: 'Only messages of emits with this key; keys of the last 7 days are found at once.',
    }),
    bounce: t.field({ type: BounceKindEnum, description: 'Only messages that bounced in this way.' }),
    reason: t.field({ type: MessageFailureReason, description: 'Only messages that failed for this cause.' }),
    simulated: t.boolean({ description: 'Only messages to simulator addresses, or none of them.' }),
    from: t.field({ type: 'DateTime', description: 'Only emits of this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only emits before this time.' }),
  }),
});

export const MessageConnection = builder.connectionObject(
  { type: Message, name: 'MessageConnection' },
  { name: 'MessageEdge' },
);

builder.queryField('messages', (t) =>
  t.connection(
    {
      type: Message,
      description:
        'The messages of the last 90 days. With filters, and on platforms with very many workspaces, a page may have fewer rows although hasNextPage is true. A list of all workspaces costs as much as 300 fields more.',
      complexity: listCost,
      args: {
        workspace: t.arg.id({
          description: 'Id of a workspace, or ref:<reference>; omitted: all that exist for the key.',
        }),
        filter: t.arg({ type: MessageFilter, description: 'Conditions that every listed row meets.' }),
        orderBy: t.arg({ type: ListOrder, description: 'Default: newest_first.' }),
      },
      resolve: (_root, { workspace, filter, orderBy, ...args }, viewer, info) => {
        if (filter?.recipient != null) requireNeeds(viewer, ['people']);
        const order = directionOf(orderBy);
        const list: MessageList = { workspace: workspace ?? tenant(viewer).workspaceId, filter: filter ?? {}, order };
        const read = (window: PageWindow, query: RowQuery) => listMessages(tenant(viewer), list, window, query);
        const count = (limit: number) => countMessages(tenant(viewer), list, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    MessageConnection,
  ),
);
