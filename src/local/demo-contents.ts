/**
 * The contents of the demo platform beside its event types: people, a webhook, a suppression
 * (docs/rules.md#demo-platform). The examples of /docs name them.
 */

import { createAttributeDefinition } from '../attributes/create-attribute-definition.ts';
import { upsertContacts } from '../contacts/upsert-contacts.ts';
import type { Ctx } from '../context.ts';
import { saveEventType } from '../event-types/save-event-type.ts';
import { createFile } from '../files/create-file.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { day } from '../ground/time/durations.ts';
import { appendToImport } from '../imports/append-to-import.ts';
import { cancelImport } from '../imports/cancel-import.ts';
import { createImport } from '../imports/create-import.ts';
import { importTurn } from '../imports/import-turn.ts';
import { startImport } from '../imports/start-import.ts';
import { erasePerson } from '../people/erase-person.ts';
import { createPicture } from '../pictures/create-picture.ts';
import { suppressAddresses } from '../suppressions/suppress-addresses.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { createEndpoint } from '../webhooks/endpoints/create-endpoint.ts';
import { removePendingSql } from '../webhooks/pending-sql.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { redeliverFailed } from '../webhooks/redelivery/redeliver-failed.ts';
import { createSecret, type SigningSecret } from '../webhooks/secrets/create-secret.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { suspendWorkspace } from '../workspaces/suspension/suspend-workspace.ts';
import { addMessages } from './demo-messages.ts';
import { addReply } from './demo-reply.ts';

/** Ids of the resources without a reference. Webhook ids are absent where no development host takes webhooks. */
export interface DemoIds {
  readonly event: string;
  readonly message: string;
  readonly bounced: string;
  readonly cancelled: string;
  readonly scheduled: string;
  /** A message, and a reply to it with a file. */
  readonly answered: string;
  readonly reply: string;
  readonly suppression: string;
  readonly erasure: string;
  readonly file: string;
  readonly picture: string;
  /** Of contacts, finished. */
  readonly import: string;
  /** An import that was cancelled. */
  readonly upload: string;
  readonly secret?: string;
  readonly endpoint?: string;
  readonly webhook?: string;
  readonly redelivery?: string;
}

/** In base64. */
const smallestPdf = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64');

/** A grey point, in base64. */
const smallestPicture = 'R0lGODlhAQABAIAAAExpccLCwiH5BAUAAAAALAAAAAABAAEAAAICTAEAOw==';

export interface DemoContents {
  readonly ids: DemoIds;
  /** The secret that no example revokes, for the listener; null where there is none, or its owner may need it. */
  readonly secret: Pick<SigningSecret, 'id' | 'secret'> | null;
}

/** Time between a demo contact's consent and the creation of the demo; milliseconds. */
const consentAge = day;

/** Fills the workspace ref:demo and a second one; resources from an earlier start stay. */
export async function fillDemo(ctx: Ctx): Promise<DemoContents> {
  const { app } = ctx;
  await unlessThere(createAttributeDefinition(ctx, { key: 'plan', name: 'Plan', type: 'string' }));
  await saveEventType(ctx, { name: 'order.viewed', input: { fields: [] } });
  const at = new Date(app.clock.now().getTime() - consentAge).toISOString();
  await upsertContacts(ctx, 'ref:demo', [
    {
      reference: 'ada',
      email: 'ada@example.com',
      locale: 'en',
      attributes: { plan: 'pro' },
      tags: ['Early bird'],
      marketing: { state: 'subscribed', at },
    },
    { reference: 'grace', email: 'grace@example.com', locale: 'de', attributes: { plan: 'free' } },
    { reference: 'alan', email: 'alan@example.com' },
  ]);
  await unlessThere(createWorkspace(ctx, { name: 'Closed shop', reference: 'closed' }));
  await suspendWorkspace(ctx, 'ref:closed');
  const messages = await addMessages(ctx);
  const reply = await addReply(ctx, messages.answered, Buffer.from(smallestPdf, 'base64'));
  const { id: erasure } = await erasePerson(ctx, 'ref:demo', { email: 'edsger@example.com' });
  const file = await createFile(ctx, { filename: 'terms.pdf', content: smallestPdf });
  const { id: picture } = await createPicture(ctx, { content: smallestPicture });
  const suppression = await blockAlan(ctx);
  const { secret, ...webhooks } = await addWebhooks(ctx);
  const imports = await addImports(ctx);
  return { ids: { ...messages, ...imports, reply, erasure, file, picture, suppression, ...webhooks.ids }, secret };
}

async function unlessThere(made: Promise<unknown>): Promise<void> {
  await made.catch((error: unknown) => {
    if (!(error instanceof DomainError) || !/_taken$/.test(error.code)) throw error;
  });
}

/** A file with a row that changes nothing and one that is rejected, and a file that nobody wants any more. */
async function addImports(ctx: Ctx): Promise<Pick<DemoIds, 'import' | 'upload'>> {
  const { app, platformId } = ctx;
  const begin = { kind: 'contacts', skipUnknownColumns: false } as const;
  const { id: upload } = await createImport(ctx, 'ref:demo', begin);
  await cancelImport(ctx, 'ref:demo', upload);
  const { id } = await createImport(ctx, 'ref:demo', begin);
  const data = Buffer.from('reference,email\nada,ada@example.com\nalan,alan at example.com\n');
  await appendToImport(ctx, 'ref:demo', { id, position: 0, data });
  await startImport(ctx, 'ref:demo', id);
  await importTurn(app, { platformId, id }, () => false);
  return { import: id, upload };
}

/** An address that has bounced, so that an emit to it shows a suppressed message. */
async function blockAlan(ctx: Ctx): Promise<string> {
  const { app, platformId } = ctx;
  const { id: workspaceId } = await findWorkspace(ctx, 'ref:demo', { select: { id: true } });
  const address = 'alan@example.com';
  return app.db.transaction(async (client) => {
    await suppressAddresses(app, client, [
      {
        platformId,
        workspaceId,
        address,
        addressHash: app.secrets.addressHash(address),
        reason: 'soft_bounces',
        blocks: 'all',
        at: app.clock.now(),
      },
    ]);
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM suppressions WHERE platform_id = $1 AND workspace_id = $2 AND email = $3',
      [platformId, workspaceId, address],
    );
    return rows[0]?.id ?? '';
  });
}

/**
 * Adds an endpoint for sending-domain webhooks alone, so that no webhook fails while a newcomer emits; two secrets, of
 * which one can be revoked and the other is the listener's, so that a newcomer can still make a third; and one webhook that reads as delivered.
 */
async function addWebhooks(
  ctx: Ctx,
): Promise<{ readonly ids: Partial<DemoIds>; readonly secret: DemoContents['secret'] }> {
  const { app, platformId } = ctx;
  const [host] = app.config.webhookDevHosts;
  if (host === undefined) return { ids: {}, secret: null };
  const type = 'sending_domain.changed';
  const { id: endpoint, signingSecret } = await createEndpoint(ctx, { url: `https://${host}/webhooks`, types: [type] });
  // Null where an older demo already has secrets, which its owner may need.
  const second = signingSecret && (await createSecret(ctx));
  const at = app.clock.now();
  const webhook = newId(at);
  const records = ['dkim', 'return_path', 'spf', 'dmarc'].map((purpose) => ({ purpose, status: 'verified' }));
  const details = { domain: 'demo.test', sendable: true, records };
  const cause = { platformId, type, source: 'service', simulated: true, workspaceId: null, details, at } as const;
  await app.db.transaction(async (client) => {
    await recordWebhooks(app, client, [cause], { id: webhook, endpointId: endpoint });
    await client.query(
      `WITH moved AS (
         UPDATE webhooks SET state = 'delivered', attempt_number = 1, delivered_at = $3,
                             last_status = 204, attempts = $4
         WHERE platform_id = $1 AND id = $2
         RETURNING platform_id, id
       )
       ${removePendingSql('moved')}`,
      [platformId, webhook, at, { 1: { at: at.toISOString(), status: 204, error: null, duration_ms: 84 } }],
    );
  });
  const redelivery = await redeliverFailed(ctx, endpoint, at);
  const ids = { endpoint, webhook, redelivery, ...(signingSecret === null ? {} : { secret: signingSecret.id }) };
  return { ids, secret: second };
}
