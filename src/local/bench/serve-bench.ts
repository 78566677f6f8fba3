/**
 * The bench of designers (`npm run email:dev`): serves its page, and mails as they would be sent. It listens on this
 * machine alone and answers no other website, and its page and the mails on it may connect to nobody else, except for the
 * pictures of a mail when the reader asks for them.
 */
import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { withExamplePictures } from '../../../emails/index.ts';
import { setStrictHeaders } from '../../ground/page-headers.ts';
import type { Announcer } from '../inbox/announce-changes.ts';
import { isForeign } from '../is-foreign.ts';
import { mailPolicy, pagePolicy } from '../page-policies.ts';
import { benchContents, blockHelp } from './bench-contents.ts';
import { mailAsked, renderMail } from './bench-mail.ts';
import type { BenchPlaces } from './bench-source.ts';

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['bench.html', 'text/html; charset=utf-8'],
  '/bench/bench.css': ['bench.css', 'text/css; charset=utf-8'],
  '/bench/bench.js': ['bench.js', 'text/javascript; charset=utf-8'],
  '/bench/mail-page.js': ['mail-page.js', 'text/javascript; charset=utf-8'],
  '/bench/sheet-page.js': ['sheet-page.js', 'text/javascript; charset=utf-8'],
  '/bench/element.js': ['../inbox/element.js', 'text/javascript; charset=utf-8'],
  '/bench/language-of.js': ['../inbox/language-of.js', 'text/javascript; charset=utf-8'],
  '/bench/tokens.css': ['../../ground/look/tokens.css', 'text/css; charset=utf-8'],
  '/bench/mark.svg': ['../../ground/look/mark.svg', 'image/svg+xml'],
};

export interface Bench extends BenchPlaces {
  /** Where it listens. */
  readonly host: string;
  readonly announcer: Announcer;
}

export function serveBench({ host, announcer, ...places }: Bench): RequestListener {
  return (request, response) => {
    setStrictHeaders(response);
    if (isForeign(request, host)) return void response.writeHead(403).end();
    const url = URL.parse(request.url ?? '/', 'http://bench');
    if (url === null) return void response.writeHead(400).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (url.pathname === '/bench/changes') return announcer.add(response);
    void answer(url, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy();
      sendText(response, 500, error instanceof Error ? error.message : String(error));
    });
  };

  async function answer({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
    const asked = mailAsked(searchParams);
    if (pathname === '/bench/contents') return sendJson(response, await benchContents(places));
    if (pathname === '/bench/block') return sendJson(response, blockHelp(searchParams.get('name') ?? ''));
    if (pathname === '/bench/mail' && asked) return sendJson(response, await renderMail(places, asked));
    if (pathname === '/bench/html' && asked) {
      const mail = await renderMail(places, asked);
      if ('faults' in mail) return sendText(response, 404, 'This mail has faults.');
      response.removeHeader('X-Frame-Options');
      const policy = mailPolicy(searchParams.has('images'));
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
      // The pictures that the example of a block names are nowhere.
      const html = asked.kind === 'block' ? withExamplePictures(mail.html) : mail.html;
      return void response.end(html.replace('<head>', '<head><base target="_blank">'));
    }
    const [name, type] = (Object.hasOwn(files, pathname) && files[pathname]) || [];
    if (name === undefined) return sendText(response, 404, 'There is no such page. The bench begins at /.');
    const body = await readFile(new URL(name, import.meta.url));
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': pagePolicy }).end(body);
  }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}
