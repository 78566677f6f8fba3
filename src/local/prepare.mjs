/**
 * The first step of `npm start`, `npm test` and others: installs the packages of package-lock.json unless they are
 * installed, and generates the database client. Plain JavaScript of the oldest Node that the README promises: it runs
 * before Node 24 is installed. `npm install` takes seconds even when it has nothing to do, hence the check of npm's own
 * record of installed packages.
 *
 * - `--run`: for what needs no package of development.
 * - `--bundle`: the same for `npm start`, whose file is bundled too.
 * - `--release`: the same for `npm run build`, which makes `dist/`.
 * - `--installed`: npm has just installed the packages, and calls this. Where it installed those of production alone, all
 *   that a start would write is written now: it may run where it may write nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const windows = process.platform === 'win32';
const asked = new Set(process.argv.slice(2));
const needsDevelopment = !['--run', '--bundle', '--release'].some((option) => asked.has(option));

if (asked.has('--installed')) {
  // npm says so in the environment of its scripts.
  if (process.env.NODE_ENV !== 'production') process.exit(0);
  asked.add('--bundle');
} else if (!isInstalled()) {
  const started = Date.now();
  say('Installing packages. The first time takes about a minute.');
  npmInstall();
  say(`Packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}
const own = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
// Where no package may run a script at its installation, as in the image, the package brings no Node.
const node = existsSync(own) ? own : process.execPath;
run(node, [join('prisma', 'generate.ts')], false);
if (asked.has('--bundle')) run(node, [join('src', 'bundle.ts')], false);
if (asked.has('--release')) run(node, [join('src', 'release.ts')], false);

/** Steps are printed on standard error, because standard output is the log's. */
function say(line) {
  process.stderr.write(`${line}\n`);
}

function isInstalled() {
  try {
    const wanted = read('package-lock.json').packages;
    const present = read('node_modules/.package-lock.json').packages;
    const manifest = read('package.json');
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
    // Packages of other platforms are optional and rightly absent.
    const mayLack = ({ dev, devOptional, optional }) => optional || devOptional || (dev && !needsDevelopment);
    return (
      kinds.every((kind) => same(manifest[kind] ?? {}, wanted[''][kind] ?? {})) &&
      Object.entries(wanted).every(
        ([path, entry]) =>
          path === '' || (present[path]?.version ?? (mayLack(entry) ? entry.version : null)) === entry.version,
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
