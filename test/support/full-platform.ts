/** A platform with several rows in every list of the schema, and everything that such rows name. */
import { createAttributeDefinition } from '../../src/attributes/create-attribute-definition.ts';
import { saveBrand } from '../../src/brand/save-brand.ts';
import { upsertContacts } from '../../src/contacts/upsert-contacts.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { createFile } from '../../src/files/create-file.ts';
import { newId } from '../../src/ground/ids.ts';
import { demoTemplate } from '../../src/local/demo-template.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { createPicture } from '../../src/pictures/create-picture.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import { createApiKey } from '../../src/platforms/keys/create-api-key.ts';
import { createTemplateDraft } from '../../src/templates/drafts/create-template-draft.ts';
import { layoutsMax, saveLayout } from '../../src/templates/layouts/save-layout.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createTopic, topicsMax } from '../../src/topics/create-topic.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { redeliverFailed } from '../../src/webhooks/redelivery/redeliver-failed.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { spotted } from '../pictures/pictures.ts';
import type { Tenant, World } from './open-world.ts';

export const eventTypeName = 'order.shipped';

const payload = { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' };

/** Makes `count` rows of each kind. */
export async function fullPlatform(world: World, count: number): Promise<Tenant> {
  const tenant = await world.tenant({ name: 'Full', domain: 'full.test', eventType: eventTypeName });
  const { ctx, platformId, workspace } = tenant;
  const { app } = ctx;
  const sql = (text: string, ...values: readonly unknown[]) => app.db.pool.query(text, [...values]);
  const each = async (make: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < count; n += 1) await make(n);
  };

  await each((n) => createPlatform(app, { name: `Other ${n}` }));
  await each((n) => createApiKey(app, { platformId, name: `Key ${n}`, workspace }));
  await each(() =>
    sql(
      `INSERT INTO audit_entries (id, platform_id, operation, object_type, object_id, request_id, created_at, api_key_id)
       VALUES ($1, $2, 'workspaceSuspend', 'Workspace', $3, 'request', $4, $5)`,
      newId(world.now()),
      platformId,
      workspace,
      world.now(),
      tenant.apiKeyId,
    ),
  );
  await each((n) => createWorkspace(ctx, { name: `Shop ${n}`, reference: `shop-${n}` }));
  await each(async (n) => {
    await deleteWorkspace(ctx, await createWorkspace(ctx, { name: `Gone ${n}`, reference: `gone-${n}` }));
  });
  await saveBrand(ctx, { name: 'Full' });
  const footer = [{ id: 'f', type: 'text', attrs: { text: 'Full' } }];
  const layouts = ['full', ...Array.from({ length: Math.min(count, layoutsMax) - 1 }, (_, n) => `full-${n}`)];
  for (const name of layouts) await saveLayout(ctx, { name, input: { footer } });
  await each((n) => createAttributeDefinition(ctx, { key: `key_${n}`, name: 'Key', type: 'string' }));
  await each(async (n) => n < topicsMax && createTopic(ctx, { key: `topic_${n}`, name: 'Topic' }));
  await each((n) => saveEventType(ctx, { name: `type.${n}`, input: { fields: [] } }));
  await each((n) =>
    saveTemplate(ctx, {
      eventType: eventTypeName,
      input: { ...demoTemplate, subject: `Subject ${n}`, acceptOutdated: true },
    }),
  );
  await each(async (n) => createPicture(ctx, { content: (await spotted(n)).toString('base64') }));
  await each((n) => createFile(ctx, { filename: `File ${n}.pdf`, content: 'JVBERi0xLjcK' }));
  await each((n) => createTemplateDraft(ctx, { eventType: eventTypeName, input: { name: `Draft ${n}` } }));
  const people = Array.from({ length: count }, (_, n) => ({
    reference: `person-${n}`,
    email: `person-${n}@example.com`,
    tags: [`tag ${n % 3}`, 'all'],
    marketing: { state: 'subscribed', at: world.now().toISOString() },
  }));
  const written = await upsertContacts(ctx, workspace, people);
  const contacts = written.flatMap((result) => (result.result === 'refused' ? [] : [result.id]));
  const messages: string[] = [];
  await each(async (n) => {
    const { record } = await emitEvent(ctx, workspace, {
      type: eventTypeName,
      idempotencyKey: `key-${n}`,
      recipient: { contact: `ref:person-${n}` },
      payload,
    });
    const message = record.message?.id ?? '';
    messages.push(message);
    const place = [workspace, message, world.now()] as const;
    await sql(
      `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, outcome)
       VALUES ($1, $2, 1, $3, 5, 'smtp', 'temporary')`,
      ...place,
    );
    await sql(
      `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard)
       VALUES ($1, $2, 1, $3, 'delayed', false)`,
      ...place,
    );
    await sql(
      `INSERT INTO message_opens (workspace_id, message_id, id, at, machine) VALUES ($1, $2, $4, $3, false)`,
      ...place,
      newId(world.now()),
    );
  });
  // Answers to one message, each with a file.
  await each((n) =>
    sql(
      `WITH made AS (
         INSERT INTO message_replies (workspace_id, message_id, id, created_at, automatic, from_recipient, from_address,
                                      subject, text, answer, cut, spam, spam_score, spam_threshold, content_until)
         VALUES ($1, $2, $4, $3, false, true, 'person-0@example.com', 'Re: Subject', $5, $5, false, false, 0.1, 5, $3)
         RETURNING message_id, workspace_id, id
       )
       INSERT INTO reply_files (message_id, workspace_id, reply_id, position, filename, media_type, bytes, content)
       SELECT *, 1, 'photo.png', 'image/png', 3, '\\x010203'::bytea FROM made`,
      workspace,
      messages[0],
      world.now(),
      newId(world.now()),
      `Answer ${n}`,
    ),
  );
  // Each message sends the one before again: every row of a list has both links.
  await each((n) =>
    sql(
      `INSERT INTO message_resends (workspace_id, message_id, original_id, created_at) VALUES ($1, $2, $3, $4)`,
      workspace,
      messages[n],
      messages.at(n - 1),
      world.now(),
    ),
  );
  const endpoints: string[] = [];
  for (const host of ['a', 'b', 'c']) {
    const { id } = await createEndpoint(ctx, { url: `https://hooks.test/${host}`, types: ['message.delivered'] });
    endpoints.push(id);
  }
  await each((n) =>
    sql(
      `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, contact_id,
                             created_at, attempts, state)
       VALUES ($1, $2, $3, 'message.delivered', 'service', $4, $5, $6, $7, '{}', 'delivered')`,
      platformId,
      newId(world.now()),
      endpoints[n % endpoints.length],
      workspace,
      messages[n],
      contacts[n],
      world.now(),
    ),
  );
  await each((n) =>
    sql(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, $2, $3, $4, $5, 'hard_bounce', 'all', $6)`,
      platformId,
      newId(world.now()),
      workspace,
      `gone-${n}@example.com`,
      app.secrets.addressHash(`gone-${n}@example.com`),
      world.now(),
    ),
  );
  await each((n) =>
    sql(
      `INSERT INTO suppression_lifts (platform_id, workspace_id, id, address_hash, reason, platform_wide, suppressed_at,
                                      created_at)
       VALUES ($1, $2, $3, $4, 'hard_bounce', true, $5, $5)`,
      platformId,
      workspace,
      newId(world.now()),
      app.secrets.addressHash(`lifted-${n}@example.com`),
      world.now(),
    ),
  );
  for (const endpoint of endpoints) await redeliverFailed(ctx, endpoint, world.now());
  await each((n) =>
    sql(
      `INSERT INTO refused_emits (platform_id, id, request_id, workspace_id, idempotency_key, code, field_paths,
         fault_words, times, first_at, created_at)
       VALUES ($1, $2, $3, $4, 'key', 'validation_failed', '{type}', '{is required}', 1, $5, $5)`,
      platformId,
      newId(world.now()),
      `request-${n}`,
      workspace,
      world.now(),
    ),
  );
  await each((n) =>
    sql(
      `WITH made AS (
         INSERT INTO imports (platform_id, workspace_id, id, kind, skip_unknown_columns, state, api_key_id, created_at,
                              changed_at, finished_at)
         VALUES ($1, $2, $3, 'contacts', false, $4::import_state, $5, $6, $6,
                 CASE WHEN $4 = 'cancelled' THEN $6::timestamptz END)
         RETURNING workspace_id, id
       )
       INSERT INTO import_faults (workspace_id, import_id, line, code, fields)
       SELECT workspace_id, id, line, 'validation_failed', '{}' FROM made, generate_series(1, $7) line`,
      platformId,
      workspace,
      newId(world.now()),
      n === 0 ? 'uploading' : 'cancelled',
      tenant.apiKeyId,
      world.now(),
      count,
    ),
  );
  await erasePerson(ctx, workspace, { email: 'nobody@example.com' });
  return tenant;
}
