/** The log as a person at a terminal reads it. */
import { expect, test } from 'vitest';
import { createLog, type Log } from '../../../src/ground/log/log.ts';
import { logLines, prettyLines, type Terminal } from '../../../src/ground/log/log-pretty.ts';

function shown(write: (log: Log) => void, colors = false): string {
  let output = '';
  const destination = {
    write: (line: string) => {
      output += line;
    },
  };
  write(createLog('info', prettyLines(destination, { colors })));
  return output.replace(/^\d\d:\d\d:\d\d /gm, '');
}

const request = {
  requestId: 'b2f0',
  operation: 'emitEvent',
  method: 'POST',
  path: '/v1/workspaces/:workspace/events',
  status: 202,
  code: null,
  durationMs: 8,
};

test.each([
  [request, 'request', 'POST /v1/workspaces/:workspace/events 202 8 ms emitEvent\n'],
  [
    { ...request, status: 422, code: 'validation_failed' },
    'request',
    'POST /v1/workspaces/:workspace/events 422 validation_failed 8 ms emitEvent\n',
  ],
  [{ ...request, path: null, operation: null, status: 404 }, 'request', 'POST (no such path) 404 8 ms\n'],
  [{ ...request, aborted: true }, 'request', /202 aborted by the caller 8 ms/],
  [
    { message: '01M', workspace: '01W', domain: 'example.com', attempt: 1, replyCode: 250, durationMs: 12 },
    'message delivered',
    'message delivered to example.com 12 ms\n',
  ],
  [
    {
      message: '01M',
      workspace: '01W',
      domain: 'example.com',
      bounce: 'hard',
      attempt: 2,
      replyCode: 550,
      durationMs: 9,
    },
    'message bounced',
    'message bounced to example.com hard 550 attempt 2 9 ms\n',
  ],
  [
    { message: '01M', workspace: '01W', domain: 'simulator.test', simulated: true },
    'message delivered',
    'message delivered to simulator.test simulated\n',
  ],
  [
    {
      webhook: '01H',
      endpoint: '01E',
      type: 'message.delivered',
      attempt: 1,
      status: 200,
      failure: null,
      durationMs: 9,
    },
    'webhook delivered',
    'webhook delivered message.delivered 200 9 ms\n',
  ],
  [
    {
      webhook: '01H',
      endpoint: '01E',
      type: 'message.sent',
      attempt: 3,
      status: null,
      failure: 'dns',
      durationMs: 1_500,
    },
    'webhook delivery failed',
    'webhook delivery failed message.sent dns attempt 3 1.5 s\n',
  ],
  [{ durationMs: 2_240 }, 'database created', 'Database created in 2.2 s\n'],
  [{ kind: 'bounce' }, 'report received', 'Report received kind=bounce\n'],
])('%j of "%s"', (fields, message, line) => {
  const output = shown((log) => log.info(fields, message));
  if (typeof line === 'string') expect(output).toBe(line);
  else expect(output).toMatch(line);
});

test('a warning names the error, its code and where it came from', () => {
  const error = Object.assign(new Error('secret'), { code: 'ECONNRESET' });
  const output = shown((log) => log.warn({ err: error }, 'idle database connection lost'));
  expect(output).toMatch(/^warning: Idle database connection lost \(Error ECONNRESET\)\n {4}at /);
  expect(output).not.toContain('secret');
});

test('a value cannot reach the terminal, and is short', () => {
  const output = shown((log) => log.error({ kind: `\u001b[2J\u0007${'x'.repeat(5_000)}` }, 'odd'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(output.length).toBeLessThan(300);
});

test('colours come only where the terminal has them', () => {
  const write = (log: Log) => log.info(request, 'request');
  expect(shown(write)).not.toContain('\u001b');
  expect(shown(write, true)).toContain('\u001b[32m202\u001b[39m');
});

const terminal: Terminal = {
  isTTY: true,
  hasColors() {
    return this.isTTY === true;
  },
};

test.each<[string, 'json' | 'pretty' | null, Terminal, RegExp]>([
  ['a terminal gets lines for people, in colour', null, terminal, /^\S+\d\d:\d\d:\d\d\S+ Odd/],
  ['a terminal without colours gets none', null, { isTTY: true, hasColors: () => false }, /^\d\d:\d\d:\d\d Odd\n$/],
  ['a pipe gets JSON', null, {}, /^\{"level":30,.*"msg":"odd"\}\n$/],
  ['a terminal that is told so gets JSON', 'json', terminal, /^\{"level":30,/],
  ['a pipe that is told so gets lines for people, without colours', 'pretty', {}, /^\d\d:\d\d:\d\d Odd\n$/],
])('%s', (_name, format, stdout, line) => {
  let output = '';
  const destination = {
    write: (text: string) => {
      output += text;
    },
  };
  createLog('info', logLines(destination, format, stdout)).info('odd');
  expect(output).toMatch(line);
});
