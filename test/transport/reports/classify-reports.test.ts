import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../../../src/transport/reports/classify-reports.ts', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-reports-'));
  const bounce =
    'From: MAILER-DAEMON@example.net\n\n<ada@example.net>: 550 5.1.1 User unknown (in reply to RCPT TO command)\n';
  await writeFile(join(folder, 'a.eml'), bounce);
  await writeFile(join(folder, 'b.eml'), 'From: ada@example.net\nSubject: Hello\n\nHow are you?\n');
  await writeFile(join(folder, 'notes.txt'), 'no mail');
});

afterAll(() => rm(folder, { recursive: true }));

const run = (...paths: string[]) => promisify(execFile)(process.execPath, ['--import', 'tsx', command, ...paths]);

describe('reports:classify', () => {
  it('prints one JSON line for each mail of a folder, without addresses', async () => {
    const { stdout } = await run(folder);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        file: 'a.eml',
        kind: 'bounce',
        recipients: [{ status: '5.1.1', reply: '550', reason: 'userunknown', hard: true }],
      },
      { file: 'b.eml', kind: 'other', recipients: [] },
    ]);
    expect(stdout).not.toContain('ada');
  });

  it('says how it is used, and fails on a file that is not there', async () => {
    await expect(run()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
    await expect(run(join(folder, 'none.eml'))).rejects.toMatchObject({ code: 1 });
  });
});
