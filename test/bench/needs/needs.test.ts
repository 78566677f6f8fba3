/** The calculation of docs/scale.md is what the program prints, and follows from its costs. */
import { expect, test } from 'vitest';
import { generatedPart } from '../../support/generated-part.ts';
import { assumed, machines, measured } from './costs.ts';
import { limitsOf, needsOf, workersFor } from './needs.ts';
import { tableOfLimits, tableOfNeeds } from './needs-tables.ts';

test('docs/scale.md has the tables that the program prints', async () => {
  for (const [name, table] of [
    ['needs', tableOfNeeds()],
    ['limits', tableOfLimits()],
  ] as const) {
    const { found, made } = await generatedPart('docs/scale.md', name, table);
    expect(found).toBe(made);
  }
});

test('ten times the mails need ten times the cores and disk', () => {
  const [some, more] = [needsOf(1_000_000), needsOf(10_000_000)];
  for (const what of ['serviceCores', 'databaseCores', 'disk', 'walPerDay'] as const) {
    expect(more[what] / some[what]).toBeCloseTo(10, 6);
  }
});

test('a mail an hour is kept for its days', () => {
  const { messages, disk } = needsOf(1);
  expect(messages).toBe(24 * assumed.days);
  expect(disk * assumed.filled).toBeCloseTo(24 * assumed.days * measured.stored, 3);
});

test('at the limit of a machine one database needs all of it', () => {
  const { database } = machines;
  const { cores, memory, disk } = limitsOf(database);
  expect(needsOf(cores).databaseCores).toBeCloseTo(database.cores, 6);
  expect(needsOf(memory).databaseMemory / database.memory).toBeCloseTo(1, 6);
  expect(needsOf(disk).disk / database.disk).toBeCloseTo(1, 6);
});

test('workers are as many as what runs out first asks for', () => {
  const { worker } = machines;
  const { disk } = limitsOf(worker);
  expect(workersFor(needsOf(disk * 0.99))).toBe(1);
  expect(workersFor(needsOf(disk * 2.5))).toBe(3);
});
