/**
 * Chromium, from Debian: one for all test files of a process, because each start takes seconds of processor time. Each
 * test opens a context of its own, which shares no cookie, storage or page with others.
 */
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { onTestFinished } from 'vitest';

export type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Milliseconds. They end what hangs, and judge nothing. */
const patience = 60_000;

/**
 * Chromium without its windows: the same engine in two thirds of the processor time. Long runs, which measure what a
 * reader sees, take the whole one (test/soak/vitest.config.ts).
 */
const executablePath = process.env.WHOLE_CHROMIUM === '1' ? '/usr/bin/chromium' : '/usr/bin/chromium-headless-shell';
/** Letters look as in the whole one, to the pixel. */
const letters = '--font-render-hinting=slight';

let running: Promise<Browser> | null = null;

/** Opens a context, which its caller closes. */
export async function openContext(options: ContextOptions = {}): Promise<BrowserContext> {
  running ??= launch();
  const context = await (await running).newContext(options);
  context.setDefaultTimeout(patience);
  return context;
}

/** Opens a context that is closed at the end of the test. */
export async function contextOfTest(options: ContextOptions = {}): Promise<BrowserContext> {
  const context = await openContext(options);
  onTestFinished(() => context.close());
  return context;
}

/** Starts another browser, with an empty cache, which its caller closes. */
export function launchAlone(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', letters], ...options });
}

async function launch(): Promise<Browser> {
  // Vitest ends its processes by this signal; playwright ends a browser, and removes its folder, when a process exits.
  process.once('SIGTERM', () => process.exit());
  const browser = await launchAlone({ handleSIGTERM: false });
  // After a crash the next test gets another one.
  browser.once('disconnected', () => {
    running = null;
  });
  return browser;
}
