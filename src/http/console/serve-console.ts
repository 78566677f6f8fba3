/**
 * The console at /console: the session, and the built page with its files. Every path that is no file answers with the
 * page, whose script (src/console/main.tsx) reads the path. Data comes from /graphql alone.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import type { App } from '../../context.ts';
import { DomainError, notFound } from '../../ground/errors/errors.ts';
import { contentPolicy } from '../../ground/page-headers.ts';
import type { Door } from '../door.ts';
import type { Exchange } from '../exchange.ts';
import { brotliLevel, takesBrotli } from './brotli.ts';
import { type BuiltConsole, type ConsoleFile, consoleFolder, readConsoleFiles, scriptsAt } from './console-files.ts';
import { type Prepare, prepareFor } from './prepare-for.ts';
import { serveSession } from './serve-session.ts';

/** Each response has a page of its own. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } };

/** Vite names a file after its content. */
const hashed = /^assets\//;
/** Stands in index.html for the nonce of a response. */
const nonceMark = '__STYLE_NONCE__';

/**
 * The page in which a mail is shown: its styles apply, and it runs nothing, navigates nowhere, and loads nothing but
 * pictures that the service keeps (docs/rules.md#address-of-a-picture): nobody else learns who looks.
 */
function framePolicy(publicUrl: string): string {
  return contentPolicy({
    sandbox: 'allow-scripts',
    'script-src': "'self'",
    'style-src': "'unsafe-inline'",
    'img-src': `data: ${picturesOf(publicUrl)}`,
    'font-src': 'data:',
    'frame-ancestors': "'self'",
  });
}

/**
 * The page in which the console measures how high a mail is, without showing it. It is of the console's origin, so that
 * the console can read its height, and runs no script at all, the console's neither.
 */
function measurePolicy(publicUrl: string): string {
  return contentPolicy({
    sandbox: 'allow-same-origin',
    'style-src': "'unsafe-inline'",
    'img-src': `data: ${picturesOf(publicUrl)}`,
    'font-src': 'data:',
    'frame-ancestors': "'self'",
  });
}

/** Without signs that would end the directive. */
const picturesOf = (publicUrl: string) => `${publicUrl}/pictures/`.replace(/[;,]/g, encodeURIComponent);

function pagePolicy(nonce: string): string {
  return contentPolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
  });
}

interface ConsoleParts {
  /** Where the built files are. */
  readonly folder?: string;
  readonly prepare?: Prepare;
}

/** Handles requests for /console. */
export function createConsole(app: App, door: Door, { folder = consoleFolder, prepare }: ConsoleParts = {}) {
  const policies = new Map([
    ['frame.html', framePolicy(app.publicUrl)],
    ['measure.html', measurePolicy(app.publicUrl)],
  ]);
  let built: Promise<BuiltConsole | null> | null = null;
  return async (url: string, exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    const path = url.replace(/\?.*$/s, '').replace(/^\/console\/?/, '');
    try {
      if (path === 'session') return await serveSession(app, door, exchange);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD');
        throw new DomainError('method_not_allowed');
      }
      built ??= readConsoleFiles(folder);
      const found = await built;
      // The next request looks again.
      if (found === null) built = null;
      if (found === null) throw new DomainError('not_found', 'The console has not been built. `npm start` builds it.');
      if (prepare && !found.files.has(path)) void prepareFor(app, request, prepare);
      sendFile(found, path, { policies, request, response });
    } catch (error) {
      if (!response.headersSent) door.refuse(exchange, error);
      else response.destroy();
    }
  };
}

interface FileExchange {
  /** Of the pages that have a mail in them, by their paths. */
  readonly policies: ReadonlyMap<string, string>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function sendFile({ files, pages }: BuiltConsole, path: string, { policies, request, response }: FileExchange): void {
  const index = files.get('index.html');
  const file = path === 'index.html' ? undefined : files.get(path);
  if (index === undefined || (file === undefined && hashed.test(path))) throw notFound();
  if (file === undefined) {
    sendIndex(index, scriptsAt(path, pages), { request, response });
    return;
  }
  const brotli = takesBrotli(request) ? file.brotli : null;
  const policy = policies.get(path);
  const body = brotli ?? file.plain;
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': body.length,
    'Cache-Control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(brotli ? { 'Content-Encoding': 'br' } : {}),
    ...(policy ? { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' } : {}),
  });
  response.end(body);
}

/**
 * `scripts`: those of the page that the path names. The browser loads them beside the first ones, and not once these have
 * run (docs/rules.md#console-first-rows).
 */
function sendIndex(
  { type, plain }: ConsoleFile,
  scripts: readonly string[],
  { request, response }: Pick<FileExchange, 'request' | 'response'>,
): void {
  const nonce = randomBytes(16).toString('base64url');
  const links = scripts.map((name) => `<link rel="modulepreload" crossorigin href="/console/${name}">`).join('');
  const page = Buffer.from(
    plain
      .toString('utf8')
      .replaceAll(nonceMark, nonce)
      .replace('</head>', () => `${links}</head>`),
  );
  // It holds nothing of the request, so that its size tells nothing of the nonce.
  const brotli = takesBrotli(request) ? brotliCompressSync(page, brotliOptions) : null;
  const body = brotli ?? page;
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
    ...(brotli ? { 'Content-Encoding': 'br' } : {}),
    'Content-Security-Policy': pagePolicy(nonce),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  response.end(body);
}
