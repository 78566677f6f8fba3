/** The guard of the mail preview's processes: connections to this machine alone, and a policy on each page. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const guard = new URL('../../src/local/email-dev-guard.mjs', import.meta.url).href;

/** Runs `script` in a Node process with the guard; returns what the script prints. `server` listens on all addresses. */
async function guarded(script: string): Promise<string> {
  const program = `
    import http from 'node:http';
    import { once } from 'node:events';
    const server = http.createServer((_request, response) => response.end('reached')).listen(0, '0.0.0.0');
    await once(server, 'listening');
    const { port } = server.address();
    const reach = (host) => fetch('http://' + host + ':' + port).then((r) => r.text(), ({ cause }) => cause.message);
    ${script}
    process.exit(0);`;
  const { stdout } = await run(process.execPath, ['--import', guard, '--input-type=module', '--eval', program]);
  return stdout.trim();
}

/** How a browser opens a page in a tab. */
const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('the guard of the mail preview', () => {
  test.each(['127.0.0.1', 'localhost'])('lets the server connect to %s', async (host) => {
    expect(await guarded(`console.log(await reach('${host}'));`)).toBe('reached');
  });

  // 0.0.0.0 leads to this machine, too, so a broken guard would print "reached" without a packet leaving it.
  test.each([
    ['fetch', `console.log(await reach('0.0.0.0'));`],
    [
      'http.get',
      `http.get({ host: '0.0.0.0', port, path: '/' }, () => { console.log('reached'); process.exit(0); })
         .on('error', ({ message }) => { console.log(message); process.exit(0); });
       await new Promise(() => setInterval(() => {}, 1000));`,
    ],
    [
      'net.connect',
      `const { connect } = await import('node:net');
       const [error] = await once(connect(port, '0.0.0.0'), 'error');
       console.log(error.message);`,
    ],
    [
      'tls.connect',
      `const { connect } = await import('node:tls');
       const [error] = await once(connect({ port, host: '0.0.0.0' }), 'error');
       console.log(error.message);`,
    ],
  ])('refuses %s to any other address', async (_name, script) => {
    expect(await guarded(script)).toBe('The preview of mails connects only to this machine.');
  });

  test('gives each page a policy under which it connects to nobody else', async () => {
    const policy = await guarded(
      `console.log((await fetch('http://127.0.0.1:' + port)).headers.get('content-security-policy'));`,
    );
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("img-src 'self' data: blob:;");
  });

  test.each([
    ['a port', `server.listen(0, done)`],
    ['every interface', `server.listen(0, '0.0.0.0', done)`],
    ['options', `server.listen({ port: 0, host: '::' }, done)`],
    ['nothing', `server.listen(done)`],
  ])('opens loopback alone when it is told to listen on %s', async (_name, listen) => {
    const address = await guarded(
      `const { createServer } = await import('node:http');
       await new Promise((done) => {
         const server = createServer();
         ${listen};
         server.once('listening', () => console.log(server.address().address));
       });`,
    );
    expect(address).toBe('127.0.0.1');
  });

  test.each([
    ['its own page', {}, 'HTTP/1.1 200 OK'],
    ['a link of another site', link, 'HTTP/1.1 200 OK'],
    ['a name that leads to this machine', { host: 'evil.example' }, 'HTTP/1.1 403 Forbidden'],
    ['a link by such a name', { ...link, host: 'evil.example' }, 'HTTP/1.1 403 Forbidden'],
    ['a script of another site', { origin: 'https://evil.example' }, 'HTTP/1.1 403 Forbidden'],
    ['a sandboxed frame', { origin: 'null' }, 'HTTP/1.1 403 Forbidden'],
    ['an image of another site', { 'sec-fetch-site': 'cross-site' }, 'HTTP/1.1 403 Forbidden'],
    ['a socket of another site', { origin: 'https://evil.example', connection: 'Upgrade', upgrade: 'websocket' }, ''],
    ['a socket by such a name', { host: 'evil.example', connection: 'Upgrade', upgrade: 'websocket' }, ''],
  ])('answers %s as it deserves', async (_name, headers, status) => {
    const script = `
      server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\\r\\n\\r\\n'));
      const headers = { host: '127.0.0.1:' + port, connection: 'close', ...${JSON.stringify(headers)} };
      const { connect } = await import('node:net');
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\\r\\n' + Object.entries(headers).map((one) => one.join(': ')).join('\\r\\n') + '\\r\\n\\r\\n');
      let said = '';
      for await (const part of socket) said += part;
      console.log(said.split('\\r\\n')[0]);`;
    expect(await guarded(script)).toBe(status);
  });
});
