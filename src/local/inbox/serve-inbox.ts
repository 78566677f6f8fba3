/**
 * Serves the inbox's page and its requests, in front of MailDev's JSON (`/email`), which stays unchanged. MailDev lets
 * every website read its responses; here no other website may, since mails hold links that log people in.
 */
import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { contentPolicy, setStrictHeaders } from '../../ground/page-headers.ts';
import type { InboxMails } from '../inbox-mails.ts';
import { isForeign } from '../is-foreign.ts';
import { mailPolicy, pagePolicy } from '../page-policies.ts';
import type { Announcer } from './announce-changes.ts';
import { listMails, type StoredMail } from './list-mails.ts';
import { createMailReader, type MailFile, type ReadMail } from './read-mail.ts';

export interface InboxPages {
  /** Host of the page. */
  readonly host: string;
  readonly mails: InboxMails;
  /** MailDev's mails, oldest first. */
  readonly store: readonly StoredMail[];
  readonly announcer: Announcer;
  /** Handles MailDev's own paths. */
  readonly maildev: RequestListener;
}

/** MailDev serves the HTML and files of mails under the inbox's own origin. */
const maildevPolicy = contentPolicy({ 'style-src': "'unsafe-inline'", 'img-src': "'self' data:", sandbox: '' });

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['inbox.html', 'text/html; charset=utf-8'],
  '/inbox/inbox.css': ['inbox.css', 'text/css; charset=utf-8'],
  '/inbox/inbox.js': ['inbox.js', 'text/javascript; charset=utf-8'],
  '/inbox/element.js': ['element.js', 'text/javascript; charset=utf-8'],
  '/inbox/language-of.js': ['language-of.js', 'text/javascript; charset=utf-8'],
  '/inbox/mail-view.js': ['mail-view.js', 'text/javascript; charset=utf-8'],
  '/inbox/tokens.css': ['../../ground/look/tokens.css', 'text/css; charset=utf-8'],
  '/inbox/mark.svg': ['../../ground/look/mark.svg', 'image/svg+xml'],
};
const rowsUnasked = 200;

export function serveInbox({ host, mails, store, announcer, maildev }: InboxPages): RequestListener {
  const readMail = createMailReader(mails);
  return (request, response) => {
    setStrictHeaders(response);
    if (isForeign(request, host)) return void response.writeHead(403).end();
    const url = URL.parse(request.url ?? '/', 'http://inbox');
    if (url === null) return void response.writeHead(400).end();
    const { pathname, searchParams } = url;
    if (/^\/(?:email(?:\/|$)|config$|healthz$)/.test(pathname)) {
      response.setHeader('Content-Security-Policy', maildevPolicy);
      return maildev(request, response);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (pathname === '/inbox/changes') return announcer.add(response);
    void answer(pathname, searchParams, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
    });
  };

  async function answer(path: string, query: URLSearchParams, response: ServerResponse): Promise<void> {
    if (path === '/inbox/mails') {
      const limit = Number(query.get('limit')) || rowsUnasked;
      return sendJson(response, listMails(store, { search: query.get('search') ?? '', limit }));
    }
    const [, id = '', part = '', number] =
      /^\/inbox\/mails\/([0-9A-Z]{26})(?:\/(\w+)(?:\/(\d{1,4}))?)?$/.exec(path) ?? [];
    if (id !== '') return sendMail(response, await readMail(id), { id, part, number: Number(number), query });
    const [name, type] = (Object.hasOwn(files, path) && files[path]) || [];
    if (name === undefined) throw new Error('No such page');
    const body = await readFile(new URL(name, import.meta.url));
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': pagePolicy }).end(body);
  }

  function sendMail(response: ServerResponse, mail: ReadMail, asked: InboxRequest): void {
    const { id, part, number, query } = asked;
    if (part === '') {
      const stored = store.find((one) => one.id === id);
      if (stored) stored.read = true;
      const attachments = mail.attachments.map(({ content, ...file }) => ({ ...file, bytes: content.length }));
      const { text, headers, html, raw } = mail;
      sendJson(response, { id, text, headers, attachments, hasHtml: html !== null, bytes: raw.length });
    } else if (part === 'html' && mail.html !== null) {
      const policy = mailPolicy(query.has('images'));
      response.removeHeader('X-Frame-Options');
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
      response.end(withNewTabs(mail.html));
    } else if (part === 'source') {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(mail.raw);
    } else {
      sendFile(response, part === 'attachments' ? mail.attachments[number] : undefined);
    }
  }

  function sendFile(response: ServerResponse, file: MailFile | undefined): void {
    if (file === undefined) throw new Error('No such part');
    const name = encodeURIComponent(file.filename.toWellFormed()).replaceAll("'", '%27');
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
    });
    response.end(file.content);
  }
}

interface InboxRequest {
  readonly id: string;
  readonly part: string;
  readonly number: number;
  readonly query: URLSearchParams;
}

/** Links of a mail open in a new tab instead of its frame. */
function withNewTabs(html: string): string {
  const base = '<base target="_blank">';
  const head = html.search(/<head[\s>]/i);
  const end = html.indexOf('>', head) + 1;
  return head < 0 || end === 0 ? base + html : html.slice(0, end) + base + html.slice(end);
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
