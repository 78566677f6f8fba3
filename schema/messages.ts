/** The list of messages, of one workspace or of the whole platform. */

import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { countMessages, listMessages, type MessageList } from '../src/messages/list/list-messages.ts';
import { type MessageFilter, messageFilters } from '../src/messages/list/message-filters.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { MessageFailureReason } from './delivery-enums.ts';
import { listCost } from './field-cost.ts';
import { filterInput, requireFilterNeeds } from './filter-input.ts';
import { directionOf, ListOrder } from './list-order.ts';
import { BounceKindEnum, Message, MessageStateEnum } from './message.ts';

const MessageFilterInput = filterInput<MessageFilter>('MessageFilter', {
  description: 'Conditions that all messages of a list meet; an omitted condition admits every message.',
  filters: messageFilters,
  enums: { messageState: MessageStateEnum, bounceKind: BounceKindEnum, failureReason: MessageFailureReason },
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
        filter: t.arg({ type: MessageFilterInput, description: 'Conditions that every listed row meets.' }),
        orderBy: t.arg({ type: ListOrder, description: 'Default: newest_first.' }),
      },
      resolve: (_root, { workspace, filter, orderBy, ...args }, viewer, info) => {
        requireFilterNeeds(viewer, messageFilters, filter ?? {});
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
