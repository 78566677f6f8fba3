/**
 * The console in a browser: Chromium, from Debian, against the real service with one of each thing that a page shows.
 * `openConsole()` registers the hooks of a test file; after each test no complaint of the browser and no request to
 * another origin may be left.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Clock } from '../../../src/clock.ts';
import { setLocalKey } from '../../../src/http/local-key.ts';
import { makeConsole } from '../../../src/make-console.ts';
import { type Backend, startTestService, type TestService } from '../../support/service.ts';
import type { WebhookSink } from '../../support/webhook-sink.ts';
import { emitOrder, type Filled, fillConsole } from './fill-console.ts';

export const operatorToken = 'operator-token-of-the-tests';
export const desktop = { width: 1280, height: 900 };
export const phone = { width: 360, height: 780 };

export type PageOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface ConsoleWorld {
  readonly tidings: TestService;
  readonly backend: Backend;
  readonly hook: WebhookSink;
  readonly browser: Browser;
  /** The service's origin: scheme, host and port. */
  readonly origin: string;
  /** Ids of what the pages show. */
  readonly ids: Filled;
  /** What the browser's console and the page's uncaught errors said. */
  complaints: string[];
  /** Complaints that a test causes on purpose; they may come after its end. */
  expected: RegExp | null;
  /** Opens a page that nobody is signed in on; the pages of one test share their cookies. */
  openPage(options?: PageOptions): Promise<Page>;
  /** Signs in at `path`; by default with the platform's key. */
  signIn(page: Page, credential?: string, path?: string): Promise<void>;
  /** Opens a page and signs in at `path`. */
  open(path: string, options?: PageOptions, credential?: string): Promise<Page>;
  /** The path of the list of messages of the workspace that has some. */
  messages(filter?: string): string;
  /** Returns the secret of a new key of the platform, which the operator makes with these rights. */
  keyWith(name: string, rights: object): Promise<string>;
  /** Emits `order.shipped` by REST and returns the message's id. */
  emit(key: string, email: string, payload?: object): Promise<string>;
}

interface ConsoleOptions {
  readonly clock?: Clock;
  /** Configuration of the service. */
  readonly env?: NodeJS.ProcessEnv;
}

export function openConsole(options: ConsoleOptions = {}): ConsoleWorld {
  let started: Readonly<{ tidings: TestService; backend: Backend; hook: WebhookSink; browser: Browser; ids: Filled }>;
  let context: BrowserContext | null = null;
  let abroad: string[] = [];

  beforeAll(async () => {
    await makeConsole();
    const tidings = await startTestService(options);
    const backend = await tidings.platform('Harbour Books', 'harbour.test');
    const hook = await tidings.webhookSink();
    const ids = await fillConsole({ tidings, backend, hook });
    setLocalKey(tidings.service.app, backend.apiKey);
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    started = { tidings, backend, hook, browser, ids };
  }, 180_000);
  afterAll(async () => {
    await started?.browser.close();
    await started?.tidings.stop();
  });
  beforeEach(() => {
    world.complaints = [];
    world.expected = null;
    abroad = [];
  });
  afterEach(async () => {
    await context?.close();
    context = null;
    expect(world.complaints.filter((text) => !world.expected?.test(text))).toEqual([]);
    expect(abroad).toEqual([]);
  });

  const world: ConsoleWorld = {
    get tidings() {
      return started.tidings;
    },
    get backend() {
      return started.backend;
    },
    get hook() {
      return started.hook;
    },
    get browser() {
      return started.browser;
    },
    get origin() {
      return started.tidings.service.url ?? '';
    },
    get ids() {
      return started.ids;
    },
    complaints: [],
    expected: null,
    async openPage(options = {}) {
      context ??= await started.browser.newContext({ viewport: desktop, ...options });
      const page = await context.newPage();
      page.on('console', (message) => {
        // The browser itself reports each refused request.
        if (!/status of 4\d\d/.test(message.text())) world.complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => world.complaints.push(message));
      page.on('request', (request) => {
        if (!request.url().startsWith(`${world.origin}/`)) abroad.push(request.url());
      });
      page.on('requestfailed', (request) => {
        // What the policy stopped never left the browser.
        if (request.failure()?.errorText === 'csp') abroad = abroad.filter((url) => url !== request.url());
      });
      return page;
    },
    async signIn(page, credential = started.backend.apiKey, path = '/console') {
      await page.goto(`${world.origin}${path}`);
      await page.getByLabel('API key or operator token').fill(credential);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('aside nav').waitFor({ state: 'attached' });
    },
    async open(path, options = {}, credential = started.backend.apiKey) {
      const page = await world.openPage(options);
      await world.signIn(page, credential, path);
      return page;
    },
    messages: (filter = '') => `/console/messages?workspace=${started.ids.workspace}${filter}`,
    async keyWith(name, rights) {
      const response = await fetch(`${world.origin}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          query: 'mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }',
          variables: { input: { platformId: started.backend.platformId, name, ...rights } },
        }),
      });
      const { data } = (await response.json()) as { data: { apiKeyCreate: { apiKey: { secret: string } } } };
      return data.apiKeyCreate.apiKey.secret;
    },
    emit: (key, email, payload) => emitOrder(started.backend, key, email, payload),
  };
  return world;
}
