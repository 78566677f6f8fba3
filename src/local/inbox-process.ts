/**
 * The local inbox: MailDev under a page of this project, in a process of its own so that its parsing delays nothing
 * else. Only inbox.ts starts it, and Node runs it without a loader: everything it imports must be erasable TypeScript.
 *
 * The process ends when its parent asks or dies, never at a terminal's Ctrl-C, which the whole process group receives:
 * mails under way must still be accepted then.
 */
import { once } from 'node:events';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import logger from 'maildev/lib/logger.js';
import mailserver from 'maildev/lib/mailserver.js';
import utils from 'maildev/lib/utils.js';
import web from 'maildev/lib/web.js';
import { monotonicFactory } from 'ulid';
import { createAnnouncer } from './inbox/announce-changes.ts';
import { serveInbox } from './inbox/serve-inbox.ts';
import { type InboxEnvelope, openInboxMails } from './inbox-mails.ts';

export interface InboxProcessOptions {
  /** A folder for the inbox alone. */
  readonly folder: string;
  /** Host of the web page. SMTP listens on the loopback interface. */
  readonly host: string;
  /** 0: any free port. */
  readonly webPort: number;
  readonly smtpPort: number;
}

export type InboxProcessMessage =
  | { readonly type: 'ready'; readonly webPort: number; readonly smtpPort: number }
  /** The inbox could not start, and ends. */
  | { readonly type: 'failed'; readonly message: string }
  /** An error inside MailDev; the inbox continues. */
  | { readonly type: 'fault'; readonly name: string };

const smtpHost = '127.0.0.1';
/** Time for which an ending inbox may still hold a port, in milliseconds. */
const portTimeout = 2_000;
/** Time that a start waits for the mails of earlier runs to be shown, and a response for its mail, in milliseconds. */
const reloadTimeout = 1_500;
const showTimeout = 5_000;
/** Time that connections have to end at a stop, in milliseconds. */
const closeTimeout = 1_000;
/** Mails of earlier runs that a start keeps; older ones are deleted. */
const keptMails = 5_000;
const pollInterval = 5;

const options = JSON.parse(process.argv[2] ?? '') as InboxProcessOptions;
const mails = await openInboxMails(join(options.folder, 'mails'));
/** MailDev's working folder: made from `mails` at each start. */
const shownFolder = join(options.folder, 'shown');
const nextId = monotonicFactory();
// State of the process, which is one inbox.
const underWay = new Set<Promise<void>>();
const shown = new Map<string, () => void>();
let taking = false;

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});
process.on('uncaughtException', (error) => tell({ type: 'fault', name: error.name }));
process.on('message', (message) => {
  if (message === 'stop') void stop();
});
process.on('disconnect', () => void stop());

try {
  await start();
} catch (error) {
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

async function start(): Promise<void> {
  logger.setLevel(0);
  await rm(shownFolder, { recursive: true, force: true });
  await mkdir(shownFolder, { recursive: true, mode: 0o700 });
  mailserver.create(options.smtpPort, smtpHost, shownFolder);
  mailserver.on('new', ({ id }) => shown.get(id)?.());
  forgetDeleted();
  const { smtp } = mailserver;
  const show = smtp.onData.bind(smtp);
  smtp.options.disableReverseLookup = true;
  smtp.options.closeTimeout = closeTimeout;
  // MailDev throws the errors of a client's connection.
  smtp.removeAllListeners('error');
  smtp.on('error', () => {});
  smtp.onData = (stream, session, done) => {
    const work = take(stream, session).then(
      () => done(),
      () => done(Object.assign(new Error('The inbox could not keep the mail'), { responseCode: 451 })),
    );
    track(work);
  };
  const reloaded = reload(show);
  const smtpPort = await freePort(smtpHost, options.smtpPort);
  await once(smtp.listen(smtpPort, smtpHost), 'listening');
  taking = true;
  mailserver.port = smtpPort;
  const webPort = await freePort(options.host, options.webPort);
  web.start(webPort, options.host, mailserver, undefined, undefined, '/', { https: false });
  showOwnPage();
  await once(web.server, 'listening');
  await Promise.race([reloaded, sleep(reloadTimeout)]);
  tell({ type: 'ready', webPort, smtpPort });

  async function take(stream: Readable, session: Parameters<typeof show>[1]): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const raw = Buffer.concat(parts);
    const id = nextId();
    const { mailFrom, rcptTo } = session.envelope;
    const { hostNameAppearsAs, remoteAddress } = session;
    const envelope = { mailFrom, rcptTo, hostNameAppearsAs, remoteAddress };
    await mails.keep(id, envelope, raw);
    await showMail(show, id, envelope, raw);
  }
}

/** Serves the inbox's own page instead of MailDev's, without its web sockets; MailDev's JSON stays. */
function showOwnPage(): void {
  const { server } = web;
  const [maildev] = server.listeners('request') as RequestListener[];
  if (!maildev) throw new Error('MailDev has no request listener');
  const announcer = createAnnouncer();
  mailserver.on('new', () => announcer.changed());
  mailserver.on('delete', () => announcer.changed());
  server.removeAllListeners('request').removeAllListeners('upgrade');
  server.on('request', serveInbox({ host: options.host, mails, store: mailserver.store, announcer, maildev }));
}

/** Passes a mail to MailDev as if newly received; resolves once its page has the whole mail. */
async function showMail(show: typeof mailserver.smtp.onData, id: string, kept: InboxEnvelope, raw: Buffer) {
  const { mailFrom, rcptTo, hostNameAppearsAs, remoteAddress } = kept;
  const { promise, resolve } = Promise.withResolvers<void>();
  shown.set(id, resolve);
  // MailDev asks once for the id of each mail, at the very start.
  utils.makeId = () => id;
  const envelope = { mailFrom, rcptTo: [...rcptTo] } as Parameters<typeof show>[1]['envelope'];
  show(Readable.from([raw]), { envelope, hostNameAppearsAs, remoteAddress }, () => {});
  const deadline = Date.now() + showTimeout;
  await Promise.race([promise, sleep(showTimeout, undefined, { ref: false })]);
  shown.delete(id);
  const file = join(shownFolder, `${id}.eml`);
  const size = () =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  while ((await size()) < raw.length && Date.now() < deadline) await sleep(pollInterval);
}

async function reload(show: typeof mailserver.smtp.onData): Promise<void> {
  const ids = await mails.list();
  const old = ids.slice(0, -keptMails);
  for (const id of old) await mails.remove(id);
  for (const id of ids.slice(old.length)) {
    const { envelope, raw } = await mails.read(id);
    await showMail(show, id, envelope, raw);
  }
}

/** Before MailDev's response, so that a stop right after the response waits for it. */
function forgetDeleted(): void {
  const { deleteEmail, deleteAllEmail } = mailserver;
  mailserver.deleteEmail = (id, done) =>
    deleteEmail(id, (error, deleted) => {
      if (!error) track(mails.remove(id));
      done(error, deleted);
    });
  mailserver.deleteAllEmail = (done) =>
    deleteAllEmail((error, deleted) => {
      if (!error) track(mails.list().then(async (ids) => void (await Promise.all(ids.map(mails.remove)))));
      done(error, deleted);
    });
}

/** Work that a stop waits for. */
function track(work: Promise<void>): void {
  underWay.add(work);
  void work.finally(() => underWay.delete(work));
}

/** Returns the port once it is free, or a free one for 0; MailDev itself handles neither 0 nor a port in use. */
async function freePort(host: string, port: number): Promise<number> {
  for (const end = Date.now() + portTimeout; ; await sleep(50)) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    } catch (error) {
      if (Date.now() > end) throw error;
    } finally {
      await new Promise((done) => server.close(done));
    }
  }
}

async function stop(): Promise<void> {
  if (!taking) process.exit(0);
  const closed = new Promise<void>((done) => mailserver.smtp.close(() => done()));
  await Promise.race([closed, sleep(closeTimeout)]);
  await Promise.race([Promise.allSettled(underWay), sleep(closeTimeout)]);
  process.exit(0);
}

function tell(message: InboxProcessMessage): void {
  if (process.connected) process.send?.(message);
}
