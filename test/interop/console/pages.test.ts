/**
 * Each page of the console: axe-core, the way of the Tab key, and pictures. `UPDATE_SCREENSHOTS=1` replaces
 * the pictures in screenshots/console and of the README, once somebody has looked at them.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoTemplate } from '../../../src/local/demo-template.ts';
import type { Backend } from '../../support/service.ts';
import { lookWithAxe } from '../programs/axe.ts';
import { openContext } from '../programs/chromium.ts';
import { keyboardFaults } from '../programs/keyboard.ts';
import { becomesWhole, drawnTwice } from '../programs/page-waits.ts';
import { shortForm } from '../programs/short-form.ts';
import { desktop, openConsole, operatorToken, phone, samplePictureUrl } from './console-world.ts';

const updates = process.env.UPDATE_SCREENSHOTS === '1';
const pictures = fileURLToPath(new URL('../screenshots/console/', import.meta.url));
const readmePictures = fileURLToPath(new URL('../../../docs/', import.meta.url));

const world = openConsole();
beforeAll(async () => {
  if (updates) await mkdir(pictures, { recursive: true });
  await changeTemplate(world.backend);
  await refuseEmits(world.backend);
});

/** Emits that are answered with 422. */
async function refuseEmits(backend: Backend): Promise<void> {
  for (const [key, payload] of [
    ['order-1004-shipped', { customer_name: 17 }],
    ['order-1005-shipped', { order_number: '1005', tracking_link: 'https://example.com/1005' }],
  ] as const) {
    const { status } = await backend.rest('POST', '/workspaces/ref:shop/events', {
      type: 'order.shipped',
      idempotency_key: key,
      recipient: { email: 'zoe@example.com' },
      payload,
    });
    expect(status).toBe(422);
  }
}

/** The id of a draft, which pages of templates show. */
let draft = '';

/** A second version of a template, whose translations are outdated, and a draft beside it. */
async function changeTemplate(backend: Backend): Promise<void> {
  const create = `mutation ($input: TemplateDraftCreateInput!) {
    templateDraftCreate(eventType: "order.shipped", input: $input) { templateDraft { id } } }`;
  const publish = `mutation ($id: ID!) {
    templateDraftPublish(id: $id, input: { note: "A shorter greeting", acceptOutdated: true }) { templateVersion { id } } }`;
  const greeting = 'Hi {{ event.customer_name }}';
  const composition = JSON.parse(
    JSON.stringify(demoTemplate.composition).replace(greeting, 'Dear {{ event.customer_name }}'),
  );
  const made = await backend.graphql(create, { input: { name: 'Shorter', content: { ...demoTemplate, composition } } });
  await backend.graphql(publish, { id: made.body.data.templateDraftCreate.templateDraft.id });
  const content = {
    ...demoTemplate,
    composition,
    subject: 'Merry Christmas! Order {{ event.order_number }} is on its way',
  };
  const { body } = await backend.graphql(create, { input: { name: 'Christmas', content } });
  draft = body.data.templateDraftCreate.templateDraft.id;
}

/** Every page, what it shows once it is whole, and who looks. */
const pages: readonly (readonly [name: string, path: () => string, shown: string, operator?: boolean])[] = [
  ['messages', () => world.messages(), '.row'],
  ['message', () => `/console/messages/${world.ids.held}`, '.explanation'],
  ['messages-everywhere', () => world.messages('&all=yes&order=oldest_first'), '.row'],
  ['emits', () => world.messages('&view=emits'), '.row'],
  ['refused', () => '/console/messages?view=refused&all=yes&recipient=zoe%40example.com', '.row'],
  ['message-delivered', () => `/console/messages/${world.ids.delivered}`, '.mail-frame'],
  ['people', () => `/console/people?workspace=${world.ids.workspace}`, '.row'],
  ['suppressed', () => `/console/people?view=suppressed&workspace=${world.ids.workspace}`, '.state'],
  ['imports', () => `/console/people?view=imports&workspace=${world.ids.workspace}`, '.state'],
  ['people-left', () => '/console/people?view=left&all=yes', '.state'],
  ['mail-servers', () => '/console/mail-servers', '.row'],
  ['brand', () => '/console/brand', '.preview-mail'],
  ['layouts', () => '/console/layouts', '.state'],
  ['layout', () => '/console/layouts/default', '.preview-mail'],
  ['person', () => `/console/people/${world.ids.workspace}/${world.ids.contact}`, '.timeline'],
  ['address', () => '/console/people/address?email=ada%40example.com', '.timeline'],
  ['address-refused', () => '/console/people/address?email=zoe%40example.com', '.row'],
  ['workspaces', () => '/console/workspaces', '.row'],
  ['workspaces-deleted', () => '/console/workspaces?view=deleted', '.state'],
  ['workspace', () => `/console/workspaces/${world.ids.paused}`, '.chart canvas'],
  ['figures', () => '/console/figures', '.chart canvas'],
  ['templates', () => '/console/templates', '.row'],
  ['template', () => '/console/templates/order.shipped', '.preview-mail'],
  ['template-json', () => '/console/templates/order.shipped?as=json', '.cm-line'],
  ['template-draft', () => `/console/templates/order.shipped?draft=${draft}&part=versions`, '.changes'],
  ['translations', () => '/console/templates/order.shipped?part=translations', '.text-pair'],
  ['template-check', () => '/console/templates/order.shipped?part=check', '.check-locales'],
  ['versions', () => '/console/templates/order.shipped?part=versions', '.versions li'],
  ['version-changes', () => '/console/templates/order.shipped?part=versions&version=2', '.changes'],
  ['event-types', () => '/console/event-types', '.row'],
  ['event-type', () => '/console/event-types/order.shipped', 'table'],
  ['event-type-zod', () => '/console/event-types/order.shipped?show=zod', '.json-view'],
  ['attributes', () => '/console/attributes', '.row'],
  ['webhooks', () => '/console/webhooks', '.row'],
  ['webhook', () => `/console/webhooks/${world.ids.webhook}`, '.json-view'],
  ['sending-domain', () => '/console/sending-domain', '.record'],
  ['keys', () => '/console/keys', '.row'],
  ['audit-log', () => '/console/audit-log', '.row'],
  ['platforms', () => '/console/platforms', '.row', true],
  ['operations', () => '/console/operations', '.table-box', true],
  ['operator-audit-log', () => '/console/audit-log', '.row', true],
  ['operator-keys', () => `/console/keys?platform=${world.backend.platformId}`, '.row', true],
];

/** Of each width there are pictures of these two alone. */
const drawn: ReadonlySet<number> = new Set([desktop.width, phone.width]);

/**
 * How a page is looked at, each without loading it again: four widths, and that of a window of 1280 by 900 that is
 * magnified to 200 %, which has half as many pixels of the page.
 */
const looks = [
  desktop,
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  phone,
  { width: desktop.width / 2, height: desktop.height / 2 },
].flatMap((viewport) => (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })));

/** In the short form two of them: five pages that follow each other have all. */
function looksAt(name: string): typeof looks {
  if (!shortForm) return looks;
  const place = pages.findIndex(([each]) => each === name) + 1;
  return looks.filter((_, look) => look % 5 === (place * 3) % 5);
}

describe('axe-core finds nothing, nothing is cut off, in both colours, four widths and at 200 %, and Tab reaches every control', () => {
  const options = { bypassCSP: true, reducedMotion: 'reduce' } as const;
  /** The page in which each of them looks at one page after the other: the browser has read and compiled the scripts. */
  let opened: Readonly<Record<'platform' | 'operator', Page>>;
  beforeAll(async () => {
    const openFor = async (credential: string) => {
      const context = await openContext(options);
      await world.startSession(context, credential);
      await context.route(samplePictureUrl, (route) => route.fulfill({ contentType: 'image/png', body: '' }));
      const page = await context.newPage();
      world.watch(page);
      return page;
    };
    opened = { platform: await openFor(world.backend.apiKey), operator: await openFor(operatorToken) };
  });
  afterAll(() => Promise.all(Object.values(opened ?? {}).map((page) => page.context().close())));

  test('on the page of signing in', async () => {
    const page = await world.openPage(options);
    await page.goto(`${world.origin}/console`);
    await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
    await hasItsFont(page);
    expect(await lookAt(page, 'sign-in')).toEqual({});
    expect(await keyboardFaults(page)).toEqual([]);
  });

  test.for(pages)('on the page %s', async ([name, path, shown, forOperator = false]) => {
    const page = forOperator ? opened.operator : opened.platform;
    await page.setViewportSize(desktop);
    await page.goto(`${world.origin}${path()}`);
    await page.locator(shown).first().waitFor();
    await loadsToItsEnd(page);
    expect(await lookAt(page, name)).toEqual({});
    await page.setViewportSize(desktop);
    await drawnTwice(page);
    expect(await keyboardFaults(page)).toEqual([]);
    world.expected = /sandbox/i;
  });
});

/** Waits for what comes after the page: parts of it that load by themselves, and the mail in its frame. */
async function loadsToItsEnd(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  // Until its own subject is there, a row has that of the template.
  await expect.poll(() => page.locator('.row', { hasText: '[order_number]' }).count()).toBe(0);
  await hasItsFont(page);
  if ((await page.locator('.mail-frame').count()) === 0) return;
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  await mail.locator('body').waitFor();
  await becomesWhole(page, mail);
}

/** The font comes after the first contents (src/console/shell/font.ts). */
async function hasItsFont(page: Page): Promise<void> {
  await page.waitForFunction(`document.documentElement.dataset.font === 'own'`);
  await page.evaluate('document.fonts.ready');
}

/** What is wrong with a page, by width and colour. */
async function lookAt(page: Page, name: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const { viewport, colorScheme } of looksAt(name)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Rows follow within two frames, colours with their transitions.
    await drawnTwice(page);
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
    const picture = `${name}.${viewport.width}.${colorScheme}.png`;
    if (updates && drawn.has(viewport.width)) await page.screenshot({ path: `${pictures}${picture}` });
    if (updates && name === 'message' && viewport.width === desktop.width)
      await page.screenshot({ path: `${readmePictures}console-${colorScheme}.png` });
    const { faults: found } = await lookWithAxe(page);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    const faults = [...found, ...(width > viewport.width ? [`scrolls sideways: ${width}`] : [])];
    if (faults.length > 0) all[picture] = faults;
  }
  return all;
}
