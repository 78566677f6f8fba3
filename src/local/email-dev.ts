/**
 * `npm run email:dev`: React Email's preview of each JSON file of emails/starters/ in each of its languages, as
 * production makes the mail. The preview's server is hundreds of megabytes that only designers need, so the first run
 * installs it.
 *
 * The preview may connect to this machine alone (email-dev-guard.mjs). `--images` also loads the remote images of
 * mails. Other arguments are passed on to the preview, such as `--port 3001`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePreviewEntries } from './preview-entries.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server must have the version of react-email; otherwise the preview stops at a question. */
const version = installed('react-email');

function installed(name: string): string | null {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return null;
  }
}

if (installed('@react-email/ui') !== version) {
  process.stdout.write('Fetching the preview server; this happens once.\n');
  const wanted = `@react-email/ui@${version}`;
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', wanted];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

const folders = {
  starters: join(root, 'emails', 'starters'),
  entries: join(root, 'node_modules', '.cache', 'tidings-previews'),
};
rmSync(folders.entries, { recursive: true, force: true });
writePreviewEntries(folders);
// A new starter, or a new language of one, appears without a restart.
watch(folders.starters, () => writePreviewEntries(folders)).unref();

process.stdout.write(
  'The spam check, Send and upload of the preview are off: they would give your mails to other companies.\nWhere the preview has tried one of them, it shows a message, sometimes only {}.\n',
);
const guard = new URL('email-dev-guard.mjs', import.meta.url).href;
const given = process.argv.slice(2);
const cli = join(root, 'node_modules', 'react-email', 'dist', 'cli', 'index.mjs');
/** Without these flags the preview starts itself again, in a process that outlives its parent. */
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const preview = spawn(
  process.execPath,
  [...flags, cli, 'dev', '--dir', relative(root, folders.entries), ...given.filter((arg) => arg !== '--images')],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${guard}`.trim(),
      NEXT_TELEMETRY_DISABLED: '1',
      EMAIL_DEV_IMAGES: given.includes('--images') ? 'on' : 'off',
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => preview.kill(signal));
preview.once('exit', (code) => process.exit(code ?? 0));
