/** Reads URL and secrets again for a claimed webhook that had to wait for its slot: its claim may be seconds old. */
import type { App } from '../context.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { openSecrets } from './open-secrets.ts';

/**
 * The webhook with the current URL and live secrets; null when it must not be sent any more: its endpoint was
 * deleted, its attempt overtaken, or its person erased. One statement serves all webhooks that wait.
 */
export function refreshWebhook(app: App, webhook: ClaimedWebhook): Promise<ClaimedWebhook | null> {
  return app.parts.webhookRefreshes.add(webhook);
}

interface Row {
  readonly url: string | null;
  readonly secretIds: readonly string[] | null;
  readonly secretsSealed: readonly Buffer[] | null;
}

const claimedRows = rowsOf<ClaimedWebhook>(
  {
    platform_id: ['text', ({ platformId }) => platformId],
    id: ['text', ({ id }) => id],
    attempt_number: ['int', ({ attemptNumber }) => attemptNumber],
  },
  { ordinality: true },
);

const refresh = statement({
  name: 'refresh-webhooks',
  rows: { i: claimedRows },
  values: { platformIds: 'text[]' },
  text: ({ i, platformIds }) => `
    SELECT e.url, secrets.ids AS "secretIds", secrets.sealed AS "secretsSealed"
    FROM ${i}
    LEFT JOIN webhooks h ON h.platform_id = i.platform_id AND h.id = i.id AND h.attempt_number = i.attempt_number
      AND h.state = 'pending'
    LEFT JOIN webhook_endpoints e
      ON e.platform_id = h.platform_id AND e.id = h.endpoint_id AND e.deleted_at IS NULL
    LEFT JOIN (SELECT platform_id, array_agg(id ORDER BY id) AS ids, array_agg(secret_sealed ORDER BY id) AS sealed
               FROM webhook_secrets WHERE platform_id = ANY(${platformIds}) GROUP BY platform_id) secrets
      ON secrets.platform_id = i.platform_id
    ORDER BY i.position`,
});

export async function refreshTogether(app: App, webhooks: readonly ClaimedWebhook[]) {
  const platformIds = [...new Set(webhooks.map(({ platformId }) => platformId))];
  const { rows } = await app.db.pool.query<Row>(refresh({ i: webhooks, platformIds }));
  return webhooks.map((webhook, position) => {
    const { url = null, secretIds, secretsSealed } = rows[position] ?? {};
    if (url === null) return { answer: null };
    return { answer: { ...webhook, url, keys: openSecrets(app, secretIds ?? [], secretsSealed ?? []) } };
  });
}
