/**
 * The console in a browser: Chromium, from Debian, against the real service. `UPDATE_SCREENSHOTS=1` replaces the pictures
 * in screenshots/console and of the README, once somebody has looked at them.
 */
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLocalKey } from '../../src/http/local-key.ts';
import { demoTemplate } from '../../src/local/demo-template.ts';
import { makeConsole } from '../../src/make-console.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';

const updates = process.env.UPDATE_SCREENSHOTS === '1';
const pictures = fileURLToPath(new URL('screenshots/console/', import.meta.url));
const readmePictures = fileURLToPath(new URL('../../docs/', import.meta.url));
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const operatorToken = 'operator-token-of-the-tests';

const desktop = { width: 1280, height: 900 };
const phone = { width: 360, height: 780 };
/** Bytes of compressed script and style before a page of data. */
const firstViewMax = 250_000;

/** Milliseconds. */
const patience = { timeout: 30_000, interval: 100 };

/** A name that does something wherever it is taken for HTML. */
const hostile = `<img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script>`;

let tidings: TestService;
let backend: Backend;
let hook: WebhookSink;
let origin: string;
let browser: Browser;
let context: BrowserContext | null = null;
let complaints: string[];
let abroad: string[];
/** Ids of what the pages show. */
let ids: Readonly<Record<'workspace' | 'held' | 'webhook' | 'contact', string>>;

beforeAll(async () => {
  await makeConsole();
  tidings = await startTestService();
  origin = tidings.service.url ?? '';
  backend = await tidings.platform('Harbour Books', 'harbour.test');
  hook = await tidings.webhookSink();
  ids = await fill();
  setLocalKey(tidings.service.app, backend.apiKey);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  if (updates) await mkdir(pictures, { recursive: true });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await tidings?.stop();
});
beforeEach(() => {
  complaints = [];
  abroad = [];
});
afterEach(async () => {
  await context?.close();
  context = null;
  expect(complaints).toEqual([]);
  expect(abroad).toEqual([]);
});

async function emit(key: string, email: string, payload: object = {}): Promise<string> {
  const { body } = await backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: key,
    recipient: { email },
    payload: { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001', ...payload },
  });
  return body.data.message.id;
}

interface MessageNow {
  readonly state: string;
  readonly attempts: readonly unknown[];
}

async function readMessage(id: string): Promise<MessageNow> {
  const document = 'query ($id: ID!) { node(id: $id) { ... on Message { state attempts { number } } } }';
  return (await backend.graphql(document, { id })).body.data.node;
}

/** Waits until `isReached` for a message; also in a hook, where `expect.poll` is not allowed. */
async function follow(id: string, isReached: (message: MessageNow) => boolean): Promise<void> {
  await vi.waitUntil(async () => isReached(await readMessage(id)), patience);
}

/** One of each thing that a page shows. */
async function fill() {
  await backend.rest('POST', '/webhook-endpoints', { url: hook.url, types: ['message.bounced', 'message.delivered'] });
  const { body: workspace } = await backend.rest('PATCH', '/workspaces/ref:shop', { name: 'Harbour Books Lisbon' });
  await backend.rest('POST', '/workspaces', { name: hostile.slice(0, 128), reference: 'hostile' });
  await backend.rest('POST', '/attribute-definitions', { key: 'plan', name: hostile.slice(0, 128), type: 'string' });
  const { body: contact } = await backend.rest('PUT', '/workspaces/ref:shop/contacts/ref:ada', {
    email: 'ada@example.com',
    locale: 'en',
    attributes: { plan: hostile },
    tags: ['Early bird'],
    marketing: { state: 'subscribed', at: new Date(Date.now() - 86_400_000).toISOString() },
  });
  // At each attempt that the tests may live to see.
  const greylisted = { code: 451, text: '4.7.1 Greylisted, please try again later' };
  tidings.mail.refuse('grace@example.org', Array(50).fill(greylisted));
  hook.answer(500);
  const bounced = await emit('first', 'bounce@simulator.test');
  await follow(bounced, ({ state }) => state === 'bounced');
  const complained = await emit('second', 'complaint@simulator.test');
  await follow(complained, ({ state }) => state === 'complained');
  const delivered = await emit('third', 'ada@example.com');
  await follow(delivered, ({ state }) => state === 'delivered');
  const held = await emit('fourth', 'grace@example.org');
  await tidings.mail.received(1);
  await follow(held, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
  const { body: webhooks } = await backend.rest('GET', '/webhooks');
  return {
    workspace: workspace.data.id,
    contact: contact.data.id,
    held,
    webhook: webhooks.data.find(({ type }: { type: string }) => type === 'message.bounced').id,
  };
}

/** The list of messages of the workspace that has some. */
function messages(filter = ''): string {
  return `/console/messages?workspace=${ids.workspace}${filter}`;
}

type Options = Parameters<Browser['newContext']>[0];

async function openPage(options: Options = {}): Promise<Page> {
  context ??= await browser.newContext({ viewport: desktop, ...options });
  const page = await context.newPage();
  page.on('console', (message) => {
    // The browser itself reports each refused request.
    if (!/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) abroad.push(request.url());
  });
  page.on('requestfailed', (request) => {
    // What the policy stopped never left the browser.
    if (request.failure()?.errorText === 'csp') abroad = abroad.filter((url) => url !== request.url());
  });
  return page;
}

async function signIn(page: Page, credential = backend.apiKey, path = '/console'): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.getByLabel('API key or operator token').fill(credential);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('aside nav').waitFor({ state: 'attached' });
}

async function open(path: string, options: Options = {}, credential = backend.apiKey): Promise<Page> {
  const page = await openPage(options);
  await signIn(page, credential, path);
  return page;
}

describe('signing in', () => {
  test('a wrong key is told, the right one opens the page that was asked for, and signing out closes it', async () => {
    const page = await openPage();
    await page.goto(`${origin}/console/webhooks?state=failed`);
    await page.getByLabel('API key or operator token').fill('td_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This key is unknown, revoked or expired.').waitFor();
    await page.getByLabel('API key or operator token').fill(backend.apiKey);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/console/webhooks?state=failed`);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('button', { name: 'Account and theme' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
    await page.goto(`${origin}/console/messages`);
    await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
  });

  test('on this machine the demo platform is one click away', async () => {
    const page = await openPage();
    await page.goto(`${origin}/console`);
    await page.getByRole('button', { name: 'Continue with the demo platform' }).click();
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
  });

  test('the operator chooses a platform, makes a key, revokes it, and its console is signed out', async () => {
    const page = await open('/console', {}, operatorToken);
    await page.getByRole('link', { name: /Harbour Books/ }).click();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Support');
    await page.getByRole('button', { name: 'Create' }).click();
    const key = (await page.locator('.secret code').textContent()) ?? '';
    expect(key).toMatch(/^td_\w{40}$/);
    await page.getByRole('button', { name: 'Close' }).last().click();

    const support = await browser.newContext({ viewport: desktop });
    const other = await support.newPage();
    await signIn(other, key);
    await other.getByRole('heading', { name: 'Messages' }).waitFor();
    const row = page.locator('.plain-list li', { hasText: 'Support' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    // The list is read again every two seconds.
    await other.getByText('Your session has ended. Sign in again.').waitFor();
    await support.close();
  });
});

describe('messages', () => {
  test('a mail that is emitted by REST appears in the list by itself', async () => {
    const page = await open(messages());
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'newcomer@example.com' }).count()).toBe(0);
    await emit('newcomer', 'newcomer@example.com');
    await page.getByRole('link', { name: 'newcomer@example.com' }).waitFor();
  });

  test('a held mail says why, until when, and what the server replied', async () => {
    const page = await open(messages('&state=queued'));
    await page.getByRole('link', { name: 'grace@example.org' }).click();
    const why = page.getByRole('region', { name: 'Why' });
    await why.getByText(/later/i).first().waitFor();
    expect(await why.getAttribute('data-tone')).toBe('warn');
    await page.getByText('4.7.1 Greylisted, please try again later').first().waitFor();
    await page.getByText('Every rule, in order').click();
    await why.getByText('Holds', { exact: true }).waitFor();
  });

  test('filters are in the address bar, and a list that nothing matches says so', async () => {
    const page = await open(messages());
    await page.getByLabel('State').selectOption('bounced');
    await page.waitForURL(/state=bounced/);
    await page.getByRole('link', { name: 'bounce@simulator.test' }).waitFor();
    expect(await page.getByRole('link', { name: 'ada@example.com' }).count()).toBe(0);
    await page.getByPlaceholder('The whole address').fill('nobody@example.com');
    await page.getByText('No mail matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
    expect(page.url()).not.toContain('state=');
  });

  test('an unknown message, and a service that does not answer, each have their own words', async () => {
    const page = await open('/console/messages/01K00000000000000000000000');
    await page.getByText('Not found').waitFor();
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('You are offline').waitFor({ timeout: 20_000 });
    await page.unroute('**/graphql');
    complaints = complaints.filter((text) => !/ERR_FAILED/.test(text));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  });
});

test('a workspace is suspended and resumed', async () => {
  const page = await open(`/console/workspaces/${ids.workspace}`);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Suspended: events are refused, and queued mail waits.').waitFor();
  const refused = await backend.rest('GET', '/workspaces/ref:shop');
  expect(refused.body.data.status).toBe('suspended');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
});

test('a failed webhook is read with its body, and redelivered', async () => {
  const page = await open('/console/webhooks?type=message_bounced');
  await page.getByRole('link', { name: 'message.bounced' }).first().click();
  await page.getByText('Status 500').waitFor();
  await page.getByText('"message.bounced"').waitFor();
  const before = hook.taken.length;
  await page.getByRole('button', { name: 'Redeliver' }).click();
  await hook.received(before + 1);
  await page.getByText('Status 204').first().waitFor();
});

describe('templates', () => {
  const firstText = '.cm-content';

  test('an invalid tag shows where it is, a mended one is rendered, and the save is live', async () => {
    const page = await open('/console/templates/order.shipped');
    const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
    await mail.getByText('Your order is on its way').waitFor();
    const editor = page.locator(firstText);
    await editor.click();
    const composition = structuredClone(demoTemplate.composition) as { document: { blocks: object[] } };
    composition.document.blocks.unshift({ id: 'oops', type: 'text', attrs: { text: 'Hello {{ event.nmae }}' } });
    await replaceText(page, JSON.stringify(composition, null, 2));
    await page.locator('.faults').getByText(/nmae/).waitFor();
    expect(await page.locator('.faults code').first().textContent()).toMatch(/oops|blocks/);
    await page.keyboard.press('Control+Home');
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await page.getByText('The preview shows the last draft without errors.').waitFor();
    composition.document.blocks[0] = { id: 'oops', type: 'text', attrs: { text: 'Dear {{ event.customer_name }}!' } };
    await replaceText(page, JSON.stringify(composition, null, 2));
    await mail.getByText(/^Dear .+!$/).waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is live').first().waitFor();
    const { body } = await backend.rest('GET', '/event-types/order.shipped/template');
    expect(JSON.stringify(body.data.composition)).toContain('Dear {{ event.customer_name }}!');
  });

  test('a save over a newer version is told, and the draft is kept', async () => {
    const page = await open('/console/templates/order.shipped');
    const subject = page.getByLabel('Subject');
    await subject.fill('Mine: order {{ event.order_number }}');
    const { subject: _, fromLocalPart, displayName, ...rest } = demoTemplate;
    const saved = await backend.rest('PUT', '/event-types/order.shipped/template', {
      ...rest,
      translations: {},
      subject: 'Theirs: order {{ event.order_number }}',
      from_local_part: fromLocalPart,
      display_name: displayName,
      replyTo: undefined,
    });
    expect(saved.status).toBeLessThan(300);
    await page.getByRole('button', { name: 'Save version' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(await subject.inputValue()).toBe('Mine: order {{ event.order_number }}');
    await page.getByRole('button', { name: 'Save version' }).click();
    await dialog.getByRole('button', { name: 'Save mine as the next version' }).click();
    const outdated = page.getByRole('button', { name: 'Save all the same' });
    await outdated.or(page.getByText(/Version \d is live/).first()).waitFor();
    if (await outdated.isVisible()) await outdated.click();
    await page
      .getByText(/Version \d is live/)
      .first()
      .waitFor();
    const { body } = await backend.rest('GET', '/event-types/order.shipped/template');
    expect(body.data.subject).toBe('Mine: order {{ event.order_number }}');
  });

  async function replaceText(page: Page, text: string): Promise<void> {
    await page.locator(firstText).click();
    await page.keyboard.press('Control+a');
    await page.evaluate((pasted) => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.querySelector('.cm-content')?.dispatchEvent(event);
    }, text);
  }
});

test('hostile names are text, and a hostile mail does nothing', async () => {
  const page = await open('/console/workspaces');
  await page.getByText(hostile.slice(0, 60)).first().waitFor();
  await page.goto(`${origin}/console/attributes`);
  await page.getByText(hostile.slice(0, 60)).waitFor();
  await page.goto(`${origin}/console/people/${ids.workspace}/${ids.contact}`);
  await page
    .getByText(/onerror/)
    .first()
    .waitFor();
  expect(await page.title()).toBe('ada@example.com · Tidings console');

  await page.goto(`${origin}/console/templates/order.shipped`);
  const frame = page.locator('.mail-frame');
  await page.frameLocator('.mail-frame').frameLocator('iframe').locator('body').waitFor();
  // As if the renderer had let everything through.
  await frame.evaluate((element, html) => {
    (element as HTMLIFrameElement).contentWindow?.postMessage({ html, title: 'Mail', scheme: 'light' }, '*');
  }, hostileMail(origin));
  await page.frameLocator('.mail-frame').frameLocator('iframe').getByText('the end').waitFor();
  await page.waitForTimeout(1_500);
  expect(await page.title()).toContain('order.shipped');
  expect(page.url()).toBe(`${origin}/console/templates/order.shipped`);
  // The browser reports what it blocked; nothing of it left (`abroad` is checked after each test).
  expect(complaints.length).toBeGreaterThan(0);
  complaints = complaints.filter((text) => !/Content Security Policy|sandbox|Refused|Blocked/i.test(text));
});

function hostileMail(from: string): string {
  return `<meta http-equiv="refresh" content="0; url=https://evil.example/refresh">
    <base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/style.css">
    <style>@import "https://evil.example/import.css"; body { background: url(https://evil.example/back.png) }
      p { position: fixed; inset: 0; z-index: 99999 }</style>
    <script>parent.document.title = top.document.title = 'pwned'; fetch('${from}/graphql')</script>
    <img src="https://evil.example/pixel.png" onerror="top.document.title = 'pwned'">
    <iframe src="https://evil.example/frame"></iframe><iframe src="${from}/console"></iframe>
    <form action="https://evil.example/form" method="post"><button autofocus>go</button></form>
    <a href="https://evil.example/link" target="_top" ping="https://evil.example/ping">link</a>
    <p>the end</p>`;
}

test('the first view loads at most 250 kB, and every hashed file once', async () => {
  const page = await openPage();
  const sizes = new Map<string, number>();
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(?:js|css)$/.test(pathname)) sizes.set(pathname, Number(response.headers()['content-length']));
  });
  await page.goto(`${origin}${messages()}`);
  await page.getByRole('button', { name: 'Continue with the demo platform' }).click();
  await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(sizes.size).toBeGreaterThan(2);
  expect(total).toBeLessThan(firstViewMax);
});

test('the keyboard alone opens a message and comes back', async () => {
  const page = await open(messages('&state=queued'));
  await page.getByRole('link', { name: 'grace@example.org' }).waitFor();
  await page.locator('body').press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) === 'grace@example.org') break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'grace@example.org' }).waitFor();
});

/** Every page, what it shows once it is whole, and who looks. */
const pages: readonly (readonly [name: string, path: () => string, shown: string, operator?: boolean])[] = [
  ['messages', () => messages(), '.row'],
  ['message', () => `/console/messages/${ids.held}`, '.explanation'],
  ['people', () => `/console/people?workspace=${ids.workspace}`, '.row'],
  ['suppressed', () => `/console/people?view=suppressed&workspace=${ids.workspace}`, '.state'],
  ['person', () => `/console/people/${ids.workspace}/${ids.contact}`, '.timeline'],
  ['workspaces', () => '/console/workspaces', '.row'],
  ['workspace', () => `/console/workspaces/${ids.workspace}`, '.numbers'],
  ['templates', () => '/console/templates', '.row'],
  ['template', () => '/console/templates/order.shipped', '.preview-mail'],
  ['versions', () => '/console/templates/order.shipped?part=versions', '.row'],
  ['event-types', () => '/console/event-types', '.row'],
  ['event-type', () => '/console/event-types/order.shipped', 'table'],
  ['attributes', () => '/console/attributes', '.row'],
  ['webhooks', () => '/console/webhooks', '.row'],
  ['webhook', () => `/console/webhooks/${ids.webhook}`, '.json-view'],
  ['sending-domain', () => '/console/sending-domain', '.record'],
  ['keys', () => '/console/keys', '.facts'],
  ['platforms', () => '/console/platforms', '.row', true],
  ['operator-keys', () => `/console/keys?platform=${backend.platformId}`, '.plain-list', true],
];

describe.each([
  ['light', desktop],
  ['dark', desktop],
  ['light', phone],
  ['dark', phone],
] as const)('axe-core finds nothing, and nothing is cut off, in %s at %o', (colorScheme, viewport) => {
  test('on every page', { timeout: 240_000 }, async () => {
    const options = { colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' } as const;
    const page = await openPage(options);
    await page.goto(`${origin}/console`);
    await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
    const found = { 'sign-in': await look(page, 'sign-in', colorScheme, viewport) } as Record<string, unknown>;
    await signIn(page);
    let isOperator = false;
    for (const [name, path, shown, forOperator = false] of pages) {
      if (forOperator && !isOperator) {
        await context?.clearCookies();
        await signIn(page, operatorToken);
        isOperator = true;
      }
      await page.goto(`${origin}${path()}`);
      await page.locator(shown).first().waitFor();
      if (name.startsWith('template')) await page.waitForTimeout(800);
      found[name] = await look(page, name, colorScheme, viewport);
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => (faults as unknown[]).length > 0))).toEqual(
      {},
    );
    complaints = complaints.filter((text) => !/sandbox/i.test(text));
  });
});

async function look(
  page: Page,
  name: string,
  colorScheme: 'light' | 'dark',
  viewport: { readonly width: number },
): Promise<readonly string[]> {
  const picture = `${name}.${viewport.width}.${colorScheme}.png`;
  if (updates) await page.screenshot({ path: `${pictures}${picture}` });
  if (updates && name === 'message' && viewport.width === desktop.width)
    await page.screenshot({ path: `${readmePictures}console-${colorScheme}.png` });
  await page.addScriptTag({ path: axeFile });
  const results: AxeResults = await page.evaluate(
    (tags) => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: tags }),
    rules,
  );
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  return [
    ...results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
    ...(width > viewport.width ? [`scrolls sideways: ${width}`] : []),
  ];
}
