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
});
