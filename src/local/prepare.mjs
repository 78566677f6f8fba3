/**
 * The first step of `npm start` and `npm test`: installs the packages of package-lock.json unless they are installed,
 * and generates the database client; with `--bundle` also the file that `npm start` runs. Plain JavaScript of the
 * oldest Node that the README promises: it runs before Node 24 is installed. `npm install` takes seconds even when it
 * has nothing to do, hence the check of npm's own record of installed packages.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const windows = process.platform === 'win32';

if (!isInstalled()) {
  const started = Date.now();
  say('Installing packages. The first time takes about a minute.');
  npmInstall();
  say(`Packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}
const node = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
run(node, [join('prisma', 'generate.ts')], false);
if (process.argv.includes('--bundle')) run(node, [join('src', 'bundle.ts')], false);

/** Steps are printed on standard error, because standard output is the log's. */
function say(line) {
  process.stderr.write(`${line}\n`);
}

function isInstalled() {
  try {
    const wanted = read('package-lock.json').packages;
    const present = read('node_modules/.package-lock.json').packages;
    const asked = read('package.json');
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
    // Packages of other platforms are optional and rightly absent.
    return (
      kinds.every((kind) => same(asked[kind] ?? {}, wanted[''][kind] ?? {})) &&
      Object.entries(wanted).every(
        ([path, { version, optional }]) =>
          path === '' || (present[path]?.version ?? (optional ? version : null)) === version,
      )
    );
  } catch {
    return false;
  }
}

function read(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function same(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function npmInstall() {
  // The lock file names the versions: packages in npm's cache need no request.
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args], false);
  else run('npm', args, windows);
}

function run(command, args, shell) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
