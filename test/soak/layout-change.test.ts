/**
 * Layout and brand change under emits (docs/rules.md#layout-of-a-mail): 500 emits a second whose mails go out, first alone,
 * then with a change each second of the layout that their template names, or of the brand. A whole run judges by how much
 * the longest emit is longer, so it needs the machine to itself; every run counts the mails, and looks at the last one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoTemplate } from '../../src/local/demo-template.ts';
import { type Lab, openLab } from '../bench/kit/lab.ts';
import { type BenchPlatform, makePlatform } from '../bench/kit/make-platform.ts';
import { startPostgres } from '../bench/kit/postgres.ts';
import { fullRun } from '../bench/kit/settings.ts';
import { type Load, startLoad } from '../bench/kit/start-load.ts';
import { type MailSink, startMailSink } from '../bench/kit/start-mail-sink.ts';
import { startService } from '../bench/kit/start-service.ts';
import { isWhole, ofWhole } from './share.ts';

/** Emits a second. */
const rate = isWhole ? 500 : 50;
/** Of each measurement. */
const seconds = Math.max(3, ofWhole(30));
/** Of emits alone and beside changes, in turn. */
const rounds = isWhole ? 4 : 1;
/** Between two changes; milliseconds. */
const changeEvery = 1_000;
/** By which a change delays the longest emit, at most; milliseconds. */
const delayMax = 200;
/** Until all mails are out; seconds. */
const patience = 240;

let lab: Lab;
let platform: BenchPlatform;
let load: Load;
let sink: MailSink;
let changes = 0;

beforeAll(async () => {
  lab = await openLab(fullRun);
  const postgres = await startPostgres(lab);
  const database = await postgres.database('changes');
  sink = await startMailSink(lab);
  const service = await startService(lab, {
    databaseUrl: database.url,
    roles: 'api,worker',
    relayPort: sink.port,
    env: { PROCESSES: '1' },
  });
  platform = await makePlatform(service, database.pool);
  await change();
  await change();
  const { subject, fromLocalPart, composition } = demoTemplate;
  const { document } = composition as { readonly document: { readonly settings?: object } };
  await platform.rest('PUT', '/event-types/order.shipped/template', {
    subject,
    from_local_part: fromLocalPart,
    composition: {
      editorVersion: 3,
      target: 'email',
      document: { ...document, settings: { ...document.settings, layout: 'default' } },
    },
  });
  load = await startLoad(lab);
  await open();
}, 300_000);
afterAll(() => lab.end());

/** The layout and the brand in turn; the number is in the mails that follow. */
async function change(): Promise<void> {
  changes += 1;
  if (changes % 2 === 0) await platform.rest('PUT', '/brand', { name: `Acme ${changes}` });
  else {
    const footer = [{ id: 'print', type: 'footer', attrs: { text: `Change ${changes} of {{ brand.name }}` } }];
    await platform.rest('PUT', '/layouts/default', { footer });
  }
}

const open = () => load.open({ url: platform.url, apiKey: platform.apiKey, kind: 'emit' }, { rate, seconds });

/** Changes until the load is over. */
async function openWithChanges() {
  let isOver = false;
  const changing = (async () => {
    while (!isOver) {
      await sleep(changeEvery);
      await change();
    }
  })();
  const result = await open().finally(() => {
    isOver = true;
  });
  await changing;
  return result;
}

test(`a change of layout or brand delays none of ${rate} emits a second by more than ${delayMax} ms`, async () => {
  const longest = { alone: [] as number[], changing: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const before = changes;
    const alone = await open();
    const changing = await openWithChanges();
    expect([alone.unfinished, changing.unfinished]).toEqual([0, 0]);
    longest.alone.push(alone.longest);
    longest.changing.push(changing.longest);
    process.stdout.write(
      `alone p50 ${alone.p50.toFixed(1)}, p99 ${alone.p99.toFixed(1)}, longest ${alone.longest.toFixed(0)} ms; ` +
        `with ${changes - before} changes ${changing.p50.toFixed(1)}, ${changing.p99.toFixed(1)}, ${changing.longest.toFixed(0)} ms\n`,
    );
  }
  await sink.waitFor(rate * seconds * (1 + 2 * rounds), patience);
  // Each mail of the last rounds has a layout and a brand that were saved; one more has the present ones.
  await change();
  await change();
  await load.open({ url: platform.url, apiKey: platform.apiKey, kind: 'emit' }, { rate: 1, seconds: 1 });
  await sink.waitFor(rate * seconds * (1 + 2 * rounds) + 1, patience);
  const [brand, layout] = changes % 2 === 0 ? [changes, changes - 1] : [changes - 1, changes];
  expect(await sink.lastMail()).toContain(`Change ${layout} of Acme ${brand}`);
  if (isWhole) expect(Math.max(...longest.changing) - Math.max(...longest.alone)).toBeLessThanOrEqual(delayMax);
});
