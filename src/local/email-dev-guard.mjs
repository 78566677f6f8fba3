/**
 * Loaded into the processes of React Email's preview before any other module (src/local/email-dev.ts). Unpublished
 * mails stay on this machine: the preview's pages may connect only to the preview, and its server only to loopback, where
 * it also listens alone. It answers no website that a browser on this machine shows, whether that asks by an address or by
 * a name of its own that it points to this machine (DNS rebinding).
 * Without this file, the preview posts each opened mail to its makers' spam check, opens the links of the mail, and
 * listens on every interface.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Server as HttpServer } from 'node:http';
import { isIP, Server, Socket } from 'node:net';
import { isForeignPage, namesLoopback } from '../ground/ports/loopback.ts';

const images = process.env.EMAIL_DEV_IMAGES === 'on' ? "'self' data: blob: https:" : "'self' data: blob:";

/** The preview shows a mail in a frame of its own page, so the frame has the same policy. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  `img-src ${images}`,
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');

subscribe('http.server.request.start', ({ response }) => {
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('X-DNS-Prefetch-Control', 'off');
  response.setHeader('Referrer-Policy', 'no-referrer');
});

const emit = HttpServer.prototype.emit;

HttpServer.prototype.emit = function emitOwn(event, ...args) {
  const [request, answer] = args;
  const isAsked = event === 'request' || event === 'checkContinue' || event === 'upgrade';
  if (!isAsked || !isForeign(request.headers)) return emit.call(this, event, ...args);
  if (event === 'upgrade') answer.destroy();
  else answer.writeHead(403, { Connection: 'close' }).end();
  return true;
};

/** A link of another site may open the preview; nothing else of it may ask. */
function isForeign(headers) {
  if (!namesLoopback(headers.host)) return true;
  const opens = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return isForeignPage(opens ? { ...headers, 'sec-fetch-site': 'none' } : headers);
}

const listen = Server.prototype.listen;

/** A path, a descriptor and a handle stay as they are; a port is opened on loopback whatever host is named. */
Server.prototype.listen = function listenOnLoopback(...args) {
  const [first] = args;
  const isPath = typeof first === 'string' && Number.isNaN(Number(first));
  const isOther = typeof first === 'object' && first !== null && !('port' in first);
  if (isPath || isOther) return listen.apply(this, args);
  const given = typeof first === 'object' && first !== null ? first : { port: Number(first) || 0 };
  const done = args.findLast((arg) => typeof arg === 'function');
  return listen.call(this, { ...given, host: '127.0.0.1' }, ...(done ? [done] : []));
};

const connect = Socket.prototype.connect;

Socket.prototype.connect = function connectToLoopback(...args) {
  // Node passes its normalised arguments as one array.
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  if (isLocal(options, args[1])) return connect.apply(this, args);
  process.nextTick(() => this.destroy(new Error('The preview of mails connects only to this machine.')));
  return this;
};

/** `options` are those of `net.connect`: an object, a port, or the path of a local socket. */
function isLocal(options, second) {
  if (typeof options === 'string' && Number.isNaN(Number(options))) return true;
  if (typeof options === 'object' && options !== null) {
    return typeof options.path === 'string' ? isPipe(options) : isLoopback(options.host);
  }
  return isLoopback(typeof second === 'string' ? second : undefined);
}

/** `http.request` also has a `path`, that of the URL, beside the host. */
function isPipe({ host, port, path }) {
  return host === undefined && port === undefined ? path !== '' : isLoopback(host);
}

function isLoopback(host = 'localhost') {
  const name = host.toLowerCase();
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost');
  return name.startsWith('127.') || name === '::1' || name.startsWith('::ffff:127.');
}
