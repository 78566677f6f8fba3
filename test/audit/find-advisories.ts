/** Known advisories that concern the packages of a lock file, those of development left out. */

export interface Advisory {
  readonly id: string;
  readonly package: string;
  /** First and first sound version. */
  readonly from: string;
  readonly below: string;
}

export interface AdvisoryList {
  /** The day on which the list was collected, such as `2026-11-27`. */
  readonly collected: string;
  readonly advisories: readonly Advisory[];
  /** Findings that are known and cannot be reached, each with its reason. */
  readonly accepted: readonly { readonly path: string; readonly ids: readonly string[]; readonly why: string }[];
}

export interface LockFile {
  /** By the path of the folder, such as `node_modules/a/node_modules/b`. */
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>;
}

export interface Finding {
  readonly path: string;
  readonly version: string;
  readonly id: string;
  readonly isAccepted: boolean;
}

export function findAdvisories({ packages }: LockFile, { advisories, accepted }: AdvisoryList): readonly Finding[] {
  return Object.entries(packages).flatMap(([path, { version, dev = false }]) => {
    if (dev || version === undefined) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return advisories
      .filter((one) => one.package === name && !isBelow(version, one.from) && isBelow(version, one.below))
      .map(({ id }) => ({ path, version, id, isAccepted: isAccepted(accepted, path, id) }));
  });
}

export function isAccepted(accepted: AdvisoryList['accepted'], path: string, id: string): boolean {
  return accepted.some((one) => one.path === path && one.ids.includes(id));
}

/** Compares the numbers of two versions; a pre-release comes before its release. */
function isBelow(version: string, other: string): boolean {
  const [numbers = '', ...suffix] = version.split('-');
  const theirs = other.split('.').map(Number);
  for (const [at, part] of numbers.split('.').map(Number).entries()) {
    const difference = part - (theirs[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return suffix.length > 0;
}
