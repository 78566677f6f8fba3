import { afterAll, beforeAll, expect, test } from 'vitest';
import { starters } from '../../emails/starters/index.ts';
import { createApp } from '../../src/create-app.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { saveInputOf } from '../../src/local/save-input-of.ts';
import { compiledTemplate, templateAtHand } from '../../src/templates/compiled-template.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { holdTable } from '../support/hold-table.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('callers that want one template at once share one read and one compilation', async () => {
  const { platformId } = await world.tenant();
  const ctx = { app: world.app, platformId, apiKeyId: null, workspaceId: null };
  await saveEventType(ctx, { name: 'order.shipped', input: { fields: starters.shipping.fields } });
  await saveTemplate(ctx, { eventType: 'order.shipped', input: saveInputOf(starters.shipping) });
  const { pool } = world.app.db;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM template_versions WHERE platform_id = $1', [
    platformId,
  ]);
  const id = rows[0]?.id ?? '';
  const app = createApp(world.app);
  const { locale } = starters.shipping.template;
  const plain = { versionId: id, brandVersion: null, layoutVersion: null };

  const versions = await holdTable(pool, 'template_versions');
  const compiling = Array.from({ length: 20 }, () => compiledTemplate(app, platformId, { ...plain, locale }));
  expect(templateAtHand(app, plain, [locale])).toBeNull();
  await versions.waiters(1);
  await versions.release();
  const compiled = await Promise.all(compiling);
  expect(versions.most()).toBe(1);
  expect(new Set(compiled).size).toBe(1);
  expect(templateAtHand(app, plain, [locale])).toEqual({ template: compiled[0], locale });
});
