/** The webhooks that tell of a message. */
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { findWebhooksById } from '../src/webhooks/find-webhooks-by-id.ts';
import { countMessageWebhooks, listMessageWebhooks } from '../src/webhooks/list-message-webhooks.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { loadTogether } from './load-together.ts';
import { Webhook, WebhookConnection } from './webhook.ts';

builder.prismaObjectField('Message', 'webhooks', (t) =>
  t.connection(
    {
      type: Webhook,
      description: 'The webhooks of the last 30 days that tell of the message, oldest first, one for each endpoint.',
      select: { id: true },
      resolve: ({ id }, args, viewer, info) => {
        const ctx = tenant(viewer);
        const read = async (window: PageWindow, query: RowQuery) => {
          const load = (ids: readonly string[]) => listMessageWebhooks(ctx, ids, window);
          const page = await loadTogether(viewer, info, { what: 'webhooks of the message', id, read: load });
          const rows = await Promise.all(
            (page?.webhookIds ?? []).map((webhookId) =>
              loadTogether(viewer, info, {
                what: 'webhook',
                id: webhookId,
                read: (ids) => findWebhooksById(ctx, ids, query),
              }),
            ),
          );
          return rows.filter((row) => row !== null);
        };
        const count = async (limit: number) => {
          const load = (ids: readonly string[]) => countMessageWebhooks(ctx, ids, limit);
          return (await loadTogether(viewer, info, { what: 'count of webhooks', id, read: load }))?.count ?? 0;
        };
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    WebhookConnection,
  ),
);
