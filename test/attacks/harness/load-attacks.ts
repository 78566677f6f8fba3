/** The attacks: every file in the folders beside this one, a folder for each group. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Attack } from './attack.ts';

export const groups = [
  'control',
  'maximum',
  'http',
  'json',
  'graphql',
  'templates',
  'names',
  'files',
  'database',
  'mail',
  'webhooks',
  'dns',
  'smtp',
] as const;

export interface ListedAttack {
  readonly group: (typeof groups)[number];
  /** `group: name`. */
  readonly title: string;
  readonly attack: Attack;
}

const folder = fileURLToPath(new URL('..', import.meta.url));

export async function loadAttacks(): Promise<readonly ListedAttack[]> {
  const listed: ListedAttack[] = [];
  for (const group of groups) {
    for (const file of globSync('*.ts', { cwd: join(folder, group) }).sort()) {
      const { attacks } = (await import(pathToFileURL(join(folder, group, file)).href)) as {
        readonly attacks: readonly Attack[];
      };
      for (const attack of attacks) listed.push({ group, title: `${group}: ${attack.name}`, attack });
    }
  }
  const titles = new Set(listed.map(({ title }) => title));
  if (titles.size !== listed.length) throw new Error('Two attacks have one name');
  return listed;
}
