/**
 * `npm run check:audit`: advisories of high severity about the packages that production runs. It asks `npm audit`; where
 * the registry has no such service, it reads the list in advisories.json, says so, and says how old the list is. Ends
 * with 1 when an advisory concerns a package and is not accepted there with its reason.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AdvisoryList, type Finding, findAdvisories, isAccepted, type LockFile } from './find-advisories.ts';

/** Days after which the list is called old. An old list fails nothing: age is no fault of the change under check. */
const listAge = 90;
const day = 24 * 60 * 60 * 1000;
/** Milliseconds that the registry has to answer. */
const auditTime = 60_000;
const severe = ['high', 'critical'];
const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** What this reads of the report of `npm audit --json`. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly nodes: readonly string[]; readonly via: readonly (string | AuditCause)[] }>
  >;
}

interface AuditCause {
  readonly url: string;
  readonly severity: string;
}

const list: AdvisoryList = read('advisories.json');
const lock: LockFile = read('../../package-lock.json');
const asked = askRegistry();
const findings = asked ?? findAdvisories(lock, list);
const open = findings.filter((finding) => !finding.isAccepted);

if (asked === null) {
  const age = Math.floor((Date.now() - Date.parse(list.collected)) / day);
  const ids = `${list.advisories.length} advisories, collected by hand on ${list.collected}`;
  console.log(`npm audit has no answer here. Compared with ${ids}: not all that exist.`);
  if (age > listAge)
    console.warn(`Warning: the list is ${age} days old; test/audit/advisories.json should be renewed.`);
}
for (const { path, version, id, isAccepted: known } of findings) {
  console.log(`${known ? 'accepted' : 'FOUND'} ${id} ${path} ${version}`);
}
console.log(`${open.length} found, ${findings.length - open.length} accepted`);
process.exit(open.length === 0 ? 0 : 1);

/** Null when there is no answer. */
function askRegistry(): readonly Finding[] | null {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json'];
  const { stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    timeout: auditTime,
    shell: process.platform === 'win32',
  });
  const { vulnerabilities } = parse(stdout);
  if (vulnerabilities === undefined) return null;
  return Object.values(vulnerabilities).flatMap(({ nodes, via }) =>
    via
      .filter((cause) => typeof cause === 'object')
      .filter(({ severity }) => severe.includes(severity))
      .flatMap(({ url }) => {
        const id = url.slice(url.lastIndexOf('/') + 1);
        return nodes.map((path) => {
          const version = lock.packages[path]?.version ?? '';
          return { path, version, id, isAccepted: isAccepted(list.accepted, path, id) };
        });
      }),
  );
}

function parse(text: string | null): AuditReport {
  try {
    return JSON.parse(text ?? '') ?? {};
  } catch {
    return {};
  }
}
