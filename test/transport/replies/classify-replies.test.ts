import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../../../src/transport/replies/classify-replies.ts', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-replies-'));
});

afterAll(() => rm(folder, { recursive: true }));

const run = (...paths: string[]) => promisify(execFile)(process.execPath, ['--import', 'tsx', command, ...paths]);

async function classify(rows: unknown): Promise<readonly unknown[]> {
  const file = join(folder, 'replies.json');
  await writeFile(file, JSON.stringify(rows));
  const { stdout } = await run(file);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('replies:classify', () => {
  it('prints a JSON line for each reply', async () => {
    const gbk = Buffer.from('35353020d3c3bba7b2bbb4e6d4da', 'hex').toString('base64');
    expect(
      await classify([
        { id: 'gone', stage: 'rcpt', reply: '550 5.1.1 User unknown', outcome: 'ignored' },
        { id: 'ours', stage: 'rcpt', reply: '550 5.1.8 <b+1.a@bounces.shop.example>: Domain not found' },
        { id: 'full', stage: 'dot', reply: '452 4.2.2 Mailbox full' },
        { id: 'banner', stage: 'banner', reply: '554 no mail from you' },
        { id: 'relay', stage: 'mail', side: 'relay', reply: '550 5.7.1 Account locked' },
        { id: 'mine', stage: 'rcpt', sender: 'b+1.a@bounces.a.example', reply: '550 a.example does not exist' },
        { id: 'gbk', stage: 'rcpt', base64: gbk },
      ]),
    ).toEqual([
      { id: 'gone', outcome: 'hard', mailboxFault: false, kind: 'userunknown', about: 'recipient' },
      { id: 'ours', outcome: 'soft', mailboxFault: false, kind: 'rejected', about: 'sender' },
      { id: 'full', outcome: 'temporary', mailboxFault: true, kind: 'mailboxfull', about: 'recipient' },
      { id: 'banner', outcome: 'temporary', mailboxFault: false, kind: 'undefined', about: 'sender' },
      { id: 'relay', outcome: 'soft', mailboxFault: false, kind: 'rejected', about: 'sender' },
      { id: 'mine', outcome: 'soft', mailboxFault: false, kind: 'rejected', about: 'sender' },
      { id: 'gbk', outcome: 'hard', mailboxFault: false, kind: 'userunknown', about: 'recipient' },
    ]);
  });

  it('says how it is used, and fails on a file that is no list of replies', async () => {
    await expect(run()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
    await expect(classify([{ id: 1 }])).rejects.toMatchObject({ code: 1 });
  });
});
