/** Ten thousand versions of a template, asked for in turn: what is kept of them stays within its bound. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { starters } from '../../emails/starters/index.ts';
import { createApp } from '../../src/create-app.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { saveInputOf } from '../../src/local/save-input-of.ts';
import { compiledTemplate } from '../../src/templates/compiled-template.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { ofWhole } from './share.ts';

const versions = ofWhole(10_000);
const cacheMegabytes = 4;
/** Growth of the heap beyond the warm cache: noise of the collector, in bytes. */
const slack = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

it(`holds memory flat over ${versions} versions`, async () => {
  const app = createApp({ ...world.app, config: readConfig({ TEMPLATE_CACHE_MB: String(cacheMegabytes) }) });
  const ctx = { app, platformId: tenant.platformId, apiKeyId: null, workspaceId: null };
  await saveEventType(ctx, { name: 'order.shipped', input: { fields: starters.shipping.fields } });
  await saveTemplate(ctx, { eventType: 'order.shipped', input: saveInputOf(starters.shipping) });
  const { rows } = await app.db.pool.query<{ id: string }>(
    `INSERT INTO template_versions (platform_id, id, event_type_id, version, subject, from_local_part, display_name,
                                    reply_to, locale, composition, translations, variables, created_at)
     SELECT platform_id, 'V' || n, event_type_id, n + 1, 'Subject ' || n, from_local_part, display_name,
            reply_to, locale, composition, translations, variables, created_at
     FROM template_versions, generate_series(1, $2::int) AS n WHERE platform_id = $1 RETURNING id`,
    [tenant.platformId, versions],
  );
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const warm = Math.ceil(versions / 5);
  let before = 0;
  let largest = 0;
  for (const [index, { id }] of rows.entries()) {
    const { bytes } = await compiledTemplate(app, tenant.platformId, {
      versionId: id,
      locale: index % 2 === 0 ? 'en' : 'de',
      brandVersion: null,
      layoutVersion: null,
    });
    largest = Math.max(largest, bytes);
    if (index + 1 === warm) before = heap();
  }
  const grown = heap() - before;
  console.log(`${versions} versions of up to ${largest} bytes: the heap grew by ${Math.round(grown / 1024)} KiB`);
  // A cache without bound would have grown by more.
  expect(largest * (versions - warm)).toBeGreaterThan(slack);
  expect(grown).toBeLessThan(slack);
});
