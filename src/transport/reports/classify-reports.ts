/**
 * `npm run reports:classify -- <file or folder>`: shows how the inbound listener reads returned mail, one JSON line
 * each, for operators who ask why an address was suppressed. A folder means its `.eml` files, in order of their names.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readReport } from './read-report.ts';

async function listMails(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => join(path, name));
}

async function classifyReports(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const file of await listMails(path)) {
      const { kind, recipients } = await readReport(await readFile(file));
      const rows = recipients.map(({ status, reply, reason, hard }) => ({
        status,
        reply,
        reason,
        hard,
      }));
      process.stdout.write(`${JSON.stringify({ file: basename(file), kind, recipients: rows })}\n`);
    }
  }
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  process.stderr.write('Usage: npm run reports:classify -- <file or folder>\n');
  process.exitCode = 2;
} else {
  await classifyReports(paths).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`);
    process.exitCode = 1;
  });
}
