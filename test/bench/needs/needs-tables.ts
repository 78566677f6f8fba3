/** The calculation as the tables of docs/scale.md. */
import { machines } from './costs.ts';
import { limitsOf, type Machine, type Needs, needsOf, workersFor } from './needs.ts';

const rates = [1_000, 100_000, 10_000_000] as const;

/** What is less is said to be so. */
const least = 0.01;
/** In two digits, with thousands set apart. */
const number = (value: number, digits = 2) =>
  value < least ? `under ${least}` : Number(value.toPrecision(digits)).toLocaleString('en');
const bytes = (value: number, digits = 2) => {
  const units = [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
  ] as const;
  const [size, unit] = units.find(([each]) => value >= each) ?? ([1e3, 'kB'] as const);
  return `${number(value / size, digits)} ${unit}`;
};

const lines: readonly (readonly [what: string, of: (needs: Needs) => string])[] = [
  ['mails a second, on average', ({ mailsPerSecond }) => number(mailsPerSecond)],
  ['cores of the service, in the busiest hour', ({ serviceCores }) => number(serviceCores)],
  ['memory of the service', ({ serviceMemory }) => bytes(serviceMemory)],
  ['cores of the database, in the busiest hour', ({ databaseCores }) => number(databaseCores)],
  ['memory of the database', ({ databaseMemory }) => bytes(databaseMemory)],
  ['messages kept', ({ messages }) => number(messages)],
  ['disk of the database', ({ disk }) => bytes(disk)],
  ['write-ahead log a day', ({ walPerDay }) => bytes(walPerDay)],
  ['workers of a cluster, beside its coordinator', (needs) => number(workersFor(needs))],
];

export function tableOfNeeds(): string {
  const needs = rates.map(needsOf);
  return [
    `| mails an hour | ${rates.map((rate) => rate.toLocaleString('en')).join(' | ')} |`,
    `|---|${rates.map(() => '---|').join('')}`,
    ...lines.map(([what, of]) => `| ${what} | ${needs.map((each) => of(each)).join(' | ')} |`),
  ].join('\n');
}

export function tableOfLimits(): string {
  const row = (what: string, machine: Machine) => {
    const { cores, memory, disk } = limitsOf(machine);
    const has = `${machine.cores} cores, ${bytes(machine.memory, 3)}, ${bytes(machine.disk)}`;
    return `| ${what} with ${has} | ${[cores, memory, disk].map((rate) => number(rate)).join(' | ')} |`;
  };
  return [
    '| mails an hour at which it has no more | cores | memory | disk |',
    '|---|---|---|---|',
    row('one database', machines.database),
    row('the database on a worker’s machine', machines.worker),
  ].join('\n');
}
