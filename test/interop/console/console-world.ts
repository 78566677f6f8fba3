/**
 * The console in a browser: Chromium, from Debian, against the real service with one of each thing that a page shows.
 * `openConsole()` registers the hooks of a test file; after each test no complaint of the browser and no request to
 * another origin may be left.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Clock } from '../../../src/ground/time/clock.ts';
import { setLocalKey } from '../../../src/http/local-key.ts';
import { type Backend, startTestService, type TestService } from '../../support/service.ts';
import type { WebhookSink } from '../../support/webhook-sink.ts';
import { type ContextOptions, openContext } from '../programs/chromium.ts';
import { emitOrder, type Filled, fillConsole } from './fill-console.ts';

export const operatorToken = 'operator-token-of-the-tests';
export const desktop = { width: 1280, height: 900 };
export const phone = { width: 360, height: 780 };

export interface ConsoleWorld {
  readonly tidings: TestService;
  readonly backend: Backend;
  readonly hook: WebhookSink;
  /** The service's origin: scheme, host and port. */
  readonly origin: string;
  /** Ids of what the pages show. */
  readonly ids: Filled;
  /** What the browser's console and the page's uncaught errors said. */
  complaints: string[];
  /** Complaints that a test causes on purpose; they may come after its end. */
  expected: RegExp | null;
  /** Opens a page that nobody is signed in on; the pages of one test share their cookies. */
  openPage(options?: ContextOptions): Promise<Page>;
  /** Notes the complaints of a page that was not opened by `openPage`, and what it asks of other origins. */
  watch(page: Page): void;
  /** Gives a context the cookie of a session; by default with the service of this world. */
  startSession(context: BrowserContext, credential: string, origin?: string): Promise<void>;
  /** Signs in, without the page for it, and opens `path`; by default with the platform's key. */
  signIn(page: Page, credential?: string, path?: string): Promise<void>;
  /** Opens `path` on a page that is signed in. */
  open(path: string, options?: ContextOptions, credential?: string): Promise<Page>;
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

/** A preview loads no pictures, and the browser says so of the sample value of an address. */
const samplePicture = /^Loading the image 'https:\/\/example\.com\/' violates/;
/** Where a test bypasses the policy, it answers this address itself. */
export const samplePictureUrl = 'https://example.com/';

export function openConsole(options: ConsoleOptions = {}): ConsoleWorld {
  let stop: (() => Promise<void>) | undefined;
  let started: Readonly<{ tidings: TestService; backend: Backend; hook: WebhookSink; ids: Filled }>;
  let context: BrowserContext | null = null;
  let abroad: string[] = [];

  beforeAll(async () => {
    const tidings = await startTestService(options);
    stop = tidings.stop;
    const backend = await tidings.platform('Harbour Books', 'harbour.test');
    const hook = await tidings.webhookSink();
    const ids = await fillConsole({ tidings, backend, hook });
    setLocalKey(tidings.service.app, backend.apiKey);
    started = { tidings, backend, hook, ids };
  });
  afterAll(() => stop?.());
  beforeEach(() => {
    world.complaints = [];
    world.expected = null;
    abroad = [];
  });
  afterEach(async () => {
    await context?.close();
    context = null;
    const unexpected = world.complaints.filter((text) => !samplePicture.test(text) && !world.expected?.test(text));
    expect(unexpected).toEqual([]);
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
    get origin() {
      return started.tidings.service.url ?? '';
    },
    get ids() {
      return started.ids;
    },
    complaints: [],
    expected: null,
    async openPage(options = {}) {
      context ??= await openContext({ viewport: desktop, ...options });
      const page = await context.newPage();
      world.watch(page);
      return page;
    },
    watch(page) {
      page.on('console', (message) => {
        // The browser itself reports each refused request.
        if (!/status of 4\d\d/.test(message.text())) world.complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => world.complaints.push(message));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${world.origin}/`) && url !== samplePictureUrl) abroad.push(url);
      });
      page.on('requestfailed', (request) => {
        // What the policy stopped never left the browser.
        if (request.failure()?.errorText === 'csp') abroad = abroad.filter((url) => url !== request.url());
      });
    },
    async startSession(context, credential, origin = world.origin) {
      // As the page of signing in asks for it (signing-in.test.ts).
      const answer = await context.request.post(`${origin}/console/session`, {
        headers: { 'Tidings-Console': '1', Origin: origin },
        data: { credential },
      });
      expect(answer.status()).toBe(200);
    },
    async signIn(page, credential = started.backend.apiKey, path = '/console') {
      await world.startSession(page.context(), credential);
      await page.goto(`${world.origin}${path}`);
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
