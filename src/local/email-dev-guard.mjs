/**
 * Loaded into the processes of React Email's preview before any other module (src/local/email-dev.ts). Unpublished
 * mails stay on this machine: the preview's pages may connect only to the preview, and its server only to loopback.
 * Without this file, the preview posts each opened mail to its makers' spam check and opens the links of the mail.
 */
import { subscribe } from 'node:diagnostics_channel';
import { isIP, Socket } from 'node:net';

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
