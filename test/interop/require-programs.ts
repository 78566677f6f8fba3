/** Which programs the interop tests are run against. A missing one fails the run: a test that is skipped shows nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Debian packages, one a line, and the command that shows that each is there. */
const listFile = new URL('./packages.txt', import.meta.url);

interface Needed {
  readonly debianPackage: string;
  /** A shell command that succeeds once the package is there. */
  readonly check: string;
}

export default function requirePrograms(): void {
  const missing = readNeeded()
    .filter(({ check }) => !succeeds(check))
    .map(({ debianPackage }) => debianPackage);
  if (missing.length === 0) return;
  throw new Error(`The interop tests need programs that are not here. Install them:
  apt-get install --no-install-recommends ${missing.join(' ')}`);
}

function readNeeded(): readonly Needed[] {
  return readFileSync(listFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [debianPackage = '', ...check] = line.split(/\s+/);
      return { debianPackage, check: check.join(' ') };
    });
}

function succeeds(command: string): boolean {
  try {
    // Servers live in sbin, which is not on everybody's path.
    execFileSync('sh', ['-c', command], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
    });
    return true;
  } catch {
    return false;
  }
}
