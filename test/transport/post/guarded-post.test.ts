import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createGuardedPost,
  type GuardedPost,
  type GuardedPostOptions,
} from '../../../src/transport/post/guarded-post.ts';
import { type Authority, createAuthority } from '../support/make-certificates.ts';

const host = 'hooks.test';
const resolver = { resolve: async () => ['93.184.216.34'] };

let authority: Authority;
let tls: { readonly cert: string; readonly key: string };
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  authority = await createAuthority();
  tls = await authority.issue(host);
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function guardedPost(options: Partial<GuardedPostOptions> = {}): GuardedPost {
  const post = createGuardedPost({ resolver, devHosts: [host], devCa: authority.ca, timeoutMs: 60_000, ...options });
  closers.push(() => post.close());
  return post;
}

async function listen(server: Server | TcpServer): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return `https://${host}:${(server.address() as AddressInfo).port}/hook?x=1`;
}

function receiver(answer: Parameters<typeof createServer>[1], options: ServerOptions = {}): Promise<string> {
  return listen(createServer({ ...tls, ...options }, answer));
}

const request = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' });

describe('guarded post', () => {
  it('sends the body and headers to a development host and reports the status', async () => {
    const seen: string[] = [];
    const url = await receiver((message, answer) => {
      message.on('data', (part) => seen.push(`${message.method} ${message.url} ${message.headers.host} ${part}`));
      message.on('end', () => answer.writeHead(204).end());
    });
    const result = await guardedPost().post(request(url));
    expect(result).toMatchObject({ status: 204, error: null });
    expect(seen).toEqual([`POST /hook?x=1 ${new URL(url).host} {"a":1}`]);
  });

  it('keeps the connection for the next post', async () => {
    const ports = new Set<number | undefined>();
    const url = await receiver((message, answer) => {
      ports.add(message.socket.remotePort);
      answer.end('ok');
    });
    const post = guardedPost();
    for (let n = 0; n < 20; n += 1) expect((await post.post(request(url))).error).toBeNull();
    // A post may find the one before it with its body still running out.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  /** A receiver whose connections are counted, and which `behave` lets write what it likes after each request. */
  async function bare(behave: (socket: Socket, request: number, connection: number) => void) {
    let connections = 0;
    let requests = 0;
    const sockets: Socket[] = [];
    const server = createTlsServer(tls, (socket) => {
      const connection = ++connections;
      sockets.push(socket);
      socket.on('error', () => undefined);
      // One request is one TLS record.
      socket.on('data', () => behave(socket, ++requests, connection));
    });
    const url = await listen(server);
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
    });
    return { url, opened: () => connections };
  }
  const accepted = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';

  it('keeps a connection after a chunked response, and sends each request as a whole', async () => {
    const { url, opened } = await bare((socket) => socket.write(accepted));
    const post = guardedPost();
    for (let n = 0; n < 5; n += 1) expect(await post.post(request(url))).toMatchObject({ status: 200, error: null });
    expect(opened()).toBe(1);
  });

  it('never takes what a receiver sends beyond a response for the next response', async () => {
    const { url, opened } = await bare((socket) => socket.write(`${accepted}HTTP/1.1 500 Forged\r\n\r\n`));
    const post = guardedPost();
    for (let n = 0; n < 3; n += 1) expect(await post.post(request(url))).toMatchObject({ status: 200 });
    expect(opened()).toBe(3);
  });

  it('closes an idle connection on which a receiver sends a response that nobody asked for', async () => {
    const closed = Promise.withResolvers<void>();
    const { url, opened } = await bare((socket, _request, connection) => {
      socket.write(accepted);
      if (connection > 1) return;
      socket.on('close', () => closed.resolve());
      setImmediate(() => socket.write('HTTP/1.1 500 Forged\r\nContent-Length: 0\r\n\r\n'));
    });
    const post = guardedPost();
    expect(await post.post(request(url))).toMatchObject({ status: 200 });
    await closed.promise;
    expect(await post.post(request(url))).toMatchObject({ status: 200 });
    expect(opened()).toBe(2);
  });

  it('takes no connection that its receiver has ended', async () => {
    const gone = Promise.withResolvers<void>();
    const { url, opened } = await bare((socket) => {
      socket.on('close', () => gone.resolve());
      socket.end(accepted);
    });
    const post = guardedPost();
    expect(await post.post(request(url))).toMatchObject({ status: 200, error: null });
    await gone.promise;
    expect(await post.post(request(url))).toMatchObject({ status: 200, error: null });
    expect(opened()).toBe(2);
  });

  it('takes no connection that its receiver ends right after the response, however soon the next post comes', async () => {
    const { url } = await bare((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    const post = guardedPost();
    for (let n = 0; n < 40; n += 1) expect(await post.post(request(url))).toMatchObject({ status: 200, error: null });
  });

  it('sends nothing more to a receiver that responded without reading', async () => {
    const { url, opened } = await bare((socket) => {
      socket.pause();
      socket.write(accepted);
    });
    const post = guardedPost();
    const large = { ...request(url), body: 'a'.repeat(16_000_000) };
    for (let n = 0; n < 3; n += 1) expect(await post.post(large)).toMatchObject({ status: 200, error: null });
    expect(opened()).toBe(3);
  });

  it('names the host without a dot at its end', async () => {
    const hosts: (string | undefined)[] = [];
    const url = await receiver((message, answer) => {
      hosts.push(message.headers.host);
      answer.end();
    });
    const { port } = new URL(url);
    const dotted = guardedPost({ devHosts: [`${host}.`] });
    expect(await dotted.post(request(`https://${host}.:${port}/`))).toMatchObject({ status: 200 });
    expect(hosts).toEqual([`${host}:${port}`]);
  });

  it('is closed as often as it is asked to, once the attempts have ended', async () => {
    const url = await receiver((_message, answer) => void setImmediate(() => answer.end()));
    const post = guardedPost();
    const posted = post.post(request(url));
    await Promise.all([post.close(), post.close()]);
    expect(await posted).toMatchObject({ status: 200 });
  });

  it('closes the connection of a post that had no response in time', async () => {
    const gone = Promise.withResolvers<void>();
    const { url } = await bare((socket) => socket.on('close', () => gone.resolve()));
    expect(await guardedPost({ timeoutMs: 200 }).post(request(url))).toMatchObject({ error: 'timeout' });
    await gone.promise;
  });

  it('reports a receiver that closes the connection in the middle of a head', async () => {
    const { url } = await bare((socket) => socket.end('HTTP/1.1 200 O'));
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'connection' });
  });

  it('refuses a header with a line break', async () => {
    const post = guardedPost();
    const forged = { ...request(`https://${host}:9/`), headers: { 'x-id': 'a\r\nx-admin: 1' } };
    await expect(post.post(forged)).rejects.toThrow('line break');
  });

  it('does not follow a redirect and keeps its status', async () => {
    let calls = 0;
    const url = await receiver((_message, answer) => {
      calls += 1;
      answer.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    });
    expect(await guardedPost().post(request(url))).toMatchObject({ status: 302, error: 'redirect' });
    expect(calls).toBe(1);
  });

  it('reports a status beyond 2xx', async () => {
    const url = await receiver((_message, answer) => answer.writeHead(500).end('no'));
    expect(await guardedPost().post(request(url))).toMatchObject({ status: 500, error: 'status' });
  });

  it('gives up on a receiver that does not answer in time', async () => {
    const url = await receiver(() => undefined);
    const result = await guardedPost({ timeoutMs: 200 }).post(request(url));
    expect(result).toMatchObject({ status: null, error: 'timeout' });
    expect(result.durationMs).toBeLessThan(30_000);
  });

  it('gives up on a receiver that never finishes the handshake', async () => {
    const url = await listen(createTcpServer((socket) => void socket.on('error', () => undefined).resume()));
    expect(await guardedPost({ timeoutMs: 200 }).post(request(url))).toMatchObject({ status: null, error: 'timeout' });
  });

  it('gives up on a name server that keeps silent', async () => {
    const post = guardedPost({ timeoutMs: 200, resolver: { resolve: () => new Promise(() => undefined) } });
    expect(await post.post(request('https://slow.example.com/'))).toMatchObject({ status: null, error: 'timeout' });
  });

  it('reports a reset connection', async () => {
    const url = await receiver((message) => message.socket.destroy());
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'connection' });
  });

  it('reports a port that nobody listens on', async () => {
    expect(await guardedPost().post(request(`https://${host}:9/`))).toMatchObject({
      status: null,
      error: 'connection',
    });
  });

  it('reports a receiver without TLS', async () => {
    const url = await listen(
      createTcpServer(
        (socket) =>
          void socket
            .on('error', () => undefined)
            .resume()
            .end('HTTP/1.1 200 OK\r\n\r\n'),
      ),
    );
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'tls' });
  });

  it('refuses a certificate for another name', async () => {
    const url = await receiver((_message, answer) => answer.end(), await authority.issue('other.test'));
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'tls' });
  });

  it('refuses a certificate that has expired', async () => {
    const url = await receiver((_message, answer) => answer.end(), await authority.issue(host, -1));
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'tls' });
  });

  it('refuses a certificate of an authority that it does not know', async () => {
    const stranger = await createAuthority();
    const url = await receiver((_message, answer) => answer.end(), await stranger.issue(host));
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'tls' });
  });

  it('refuses a receiver that speaks TLS 1.1 at most', async () => {
    const url = await receiver((_message, answer) => answer.end(), {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'tls' });
  });

  it('stops reading a head without end', async () => {
    const url = await receiver((message, answer) => {
      answer.flushHeaders = () => undefined;
      message.socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => {
        while (!message.socket.destroyed && message.socket.write(`X-${'a'.repeat(1_000)}: b\r\n`));
      };
      message.socket.on('drain', more).on('error', () => undefined);
      more();
    });
    expect(await guardedPost().post(request(url))).toMatchObject({ status: null, error: 'connection' });
  });

  it('takes a few informational responses, and gives up on a receiver that sends them without end', async () => {
    let early = 3;
    const url = await receiver((_message, answer) => {
      for (let sent = 0; sent < early; sent += 1) answer.writeEarlyHints({ link: '</style.css>; rel=preload' });
      answer.writeHead(204).end();
    });
    const post = guardedPost();
    expect(await post.post(request(url))).toMatchObject({ status: 204, error: null });
    early = 1_000;
    expect(await post.post(request(url))).toMatchObject({ status: null, error: 'connection' });
  });

  it('answers at the head and drops a body without end', async () => {
    const gone = Promise.withResolvers<void>();
    let sent = 0;
    const url = await receiver((message, answer) => {
      answer.writeHead(200);
      const more = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      message.socket.on('close', () => gone.resolve());
      answer.on('drain', more);
      more();
    });
    expect(await guardedPost().post(request(url))).toMatchObject({ status: 200, error: null });
    await gone.promise;
    expect(sent).toBeLessThan(20_000_000);
  });

  it('answers at the head although the body drips for ever', async () => {
    const url = await receiver((_message, answer) => {
      answer.writeHead(200, { 'content-length': 10 });
      answer.write('a');
    });
    const result = await guardedPost().post(request(url));
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.durationMs).toBeLessThan(30_000);
  });

  it('reports a name without addresses, and one with an address that is not public', async () => {
    const answers: Record<string, readonly string[]> = { 'inside.example.com': ['93.184.216.34', '10.0.0.1'] };
    const post = guardedPost({
      resolver: {
        async resolve(name) {
          const found = answers[name];
          if (!found) throw new Error('no such name');
          return found;
        },
      },
    });
    expect(await post.post(request('https://none.example.com/'))).toMatchObject({ status: null, error: 'dns' });
    expect(await post.post(request('https://inside.example.com/'))).toMatchObject({ error: 'address_refused' });
    expect(await post.post(request('https://127.0.0.1/'))).toMatchObject({ error: 'address_refused' });
    expect(await post.post(request('https://none.example.com:8443/'))).toMatchObject({ error: 'address_refused' });
  });

  it('does not trust the development authority for any other host', async () => {
    const url = await receiver((_message, answer) => answer.end(), await authority.issue('plain.test'));
    const post = guardedPost({ devHosts: [host, 'plain.test'], devCa: null });
    expect(await post.post(request(url.replace(host, 'plain.test')))).toMatchObject({ error: 'tls' });
  });
});
