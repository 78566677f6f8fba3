/**
 * The demo platform: the workspace ref:demo with a few people, an event type with its template for each starter, the
 * sending domain demo.test, and the contents of src/local/demo-contents.ts (docs/rules.md#demo-platform).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { starterNames, starters } from '../../emails/starters.ts';
import { saveBrand } from '../brand/save-brand.ts';
import type { App, Ctx } from '../context.ts';
import { saveEventType } from '../event-types/save-event-type.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { createPlatform } from '../platforms/create-platform.ts';
import { authenticateKey } from '../platforms/keys/authenticate-key.ts';
import { createApiKey } from '../platforms/keys/create-api-key.ts';
import { scopes } from '../platforms/keys/scopes.ts';
import { saveSendingDomain } from '../sending-domain/save-sending-domain.ts';
import { saveLayout } from '../templates/layouts/save-layout.ts';
import { saveTemplate } from '../templates/save-template.ts';
import { createTopic } from '../topics/create-topic.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { type DemoContents, fillDemo } from './demo-contents.ts';
import { demoEventTypes } from './demo-template.ts';
import { keepListener } from './listener-file.ts';
import { saveInputOf } from './save-input-of.ts';

const demoFile = z.object({
  platformId: z.string(),
  apiKey: z.string(),
  /** Absent where an older version made the demo. */
  ids: z.record(z.string(), z.string()).optional(),
});

export type DemoPlatform = z.output<typeof demoFile>;

/** The demo platform of this DATA_DIR: made by the first start, stored in demo.json, read by later starts. */
export async function ensureDemoPlatform(app: App, dataDir: string): Promise<DemoPlatform> {
  const file = join(dataDir, 'demo.json');
  const known = await readDemo(file);
  const started = performance.now();
  const key = known && (await authenticateKey(app, known.apiKey));
  if (known?.ids && key) return known;
  const older = key ? known : null;
  const demo = older ?? (await createDemo(app));
  const contents = await fillDemo({ app, platformId: demo.platformId, apiKeyId: null, workspaceId: null }).catch(
    (error: unknown) => {
      // The owner has changed a demo of an older version: the examples then name missing resources.
      if (older && error instanceof DomainError) return { ids: {}, secret: null };
      throw error;
    },
  );
  const { ids, secret } = contents;
  if (secret !== null) await leaveForListener(dataDir, demo.platformId, secret);
  const whole = { ...demo, ids: { ...demo.ids, ...ids } };
  // Written last: a start that dies earlier makes a new demo, not half of one.
  await writeFile(file, `${JSON.stringify(whole)}\n`, { mode: 0o600 });
  app.log.info({ durationMs: Math.round(performance.now() - started) }, 'demo platform created');
  return whole;
}

/** The listener of this DATA_DIR signs with a secret of the demo, so that it makes none of its own. */
function leaveForListener(dataDir: string, platform_id: string, { id, secret }: NonNullable<DemoContents['secret']>) {
  return keepListener(dataDir, { platform_id, endpoint_id: null, secret_id: id, secret });
}

async function createDemo(app: App): Promise<DemoPlatform> {
  const { id, apiKey: first } = await createPlatform(app, { name: 'Demo' });
  // With the scope `keys`, which the first key of a platform lacks: the examples make keys too.
  const apiKey = await createApiKey(app, { platformId: id, name: first.name, scopes: [...scopes] });
  const ctx: Ctx = { app, platformId: id, apiKeyId: apiKey.id, workspaceId: null };
  await saveSendingDomain(ctx, { domain: 'demo.test' });
  // It has no colours, so that the starters look as they are.
  await saveBrand(ctx, {
    name: 'Demo Shop',
    address: 'Harbour Street 1\nExampletown',
    legalLine: 'Demo Shop, No. 1001',
  });
  await saveLayout(ctx, { name: 'default', input: demoLayout });
  await createTopic(ctx, { key: 'product_news', name: 'Product news', description: 'What is new, once a month' });
  await createWorkspace(ctx, { name: 'Demo shop', reference: 'demo' });
  for (const name of starterNames) {
    const eventType = demoEventTypes[name];
    const { fields, examples } = starters[name];
    await saveEventType(ctx, { name: eventType, input: { fields, examples } });
    const template = saveInputOf(starters[name]);
    // This template has a history: a version before the current one.
    if (name === 'shipping') await saveTemplate(ctx, { eventType, input: { ...template, ...firstDraft } });
    await saveTemplate(ctx, { eventType, input: template });
  }
  return { platformId: id, apiKey: apiKey.secret, ids: { key: first.id } };
}

/** No template uses it, so that the starters look as they are. */
const demoLayout = {
  header: [{ id: 'top', type: 'header', attrs: { name: '{{ brand.name }}' } }],
  footer: [{ id: 'print', type: 'footer', attrs: { text: '{{ brand.name }}\n{{ brand.address }}' } }],
};

/** Without translations, which belong to the later subject. */
const firstDraft = { subject: 'We have sent order {{ event.order_number }}', translations: {} };

async function readDemo(file: string): Promise<DemoPlatform | null> {
  try {
    return demoFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
