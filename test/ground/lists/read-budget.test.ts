import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isOfSpentBudget,
  isSpent,
  ReadBudgetSpent,
  readAndDrop,
  withoutReadBudget,
  withReadBudget,
} from '../../../src/ground/lists/read-budget.ts';
import { createWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const rows = (count: number) => `SELECT repeat('x', 1000) AS text FROM generate_series(1, ${count})`;

it('counts the rows of a statement, and those of Prisma', async () => {
  const budget = { left: 100_000 };
  await withReadBudget(budget, () => world.app.db.pool.query(rows(10)));
  expect(budget.left).toBeGreaterThan(85_000);
  expect(budget.left).toBeLessThan(90_000);
  await withReadBudget(budget, async () => await world.app.db.prisma.$queryRawUnsafe(rows(10)));
  expect(budget.left).toBeLessThan(80_000);
});

it('drops the rows that do not fit, fails the statement, and sends no other', async () => {
  const budget = { left: 5_000 };
  const read = () => withReadBudget(budget, () => world.app.db.pool.query(rows(10)));
  await expect(read()).rejects.toBeInstanceOf(ReadBudgetSpent);
  expect(isSpent(budget)).toBe(true);
  const spent = budget.left;
  await expect(read()).rejects.toBeInstanceOf(ReadBudgetSpent);
  await expect(withReadBudget(budget, async () => await world.app.db.prisma.platform.findMany())).rejects.toThrow();
  expect(budget.left).toBe(spent);
  // The connections serve others.
  expect((await world.app.db.pool.query(rows(10))).rows).toHaveLength(10);
});

it('gives back what is no longer held, and leaves what others share out of account', async () => {
  const budget = { left: 20_000 };
  await withReadBudget(budget, async () => {
    for (let n = 0; n < 5; n += 1) await readAndDrop(() => world.app.db.pool.query(rows(10)));
    await withoutReadBudget(() => world.app.db.pool.query(rows(100)));
  });
  expect(budget.left).toBe(20_000);
});

it('spoils no read of a writer or of another budget by joining it with one whose budget is spent', async () => {
  const platform = async () => await world.app.db.prisma.platform.findUnique({ where: { id: 'none' } });
  const [ofSpent, ofAnother, ofWriter] = await Promise.allSettled([
    withReadBudget({ left: -1 }, platform),
    withReadBudget({ left: 1_000 }, platform),
    platform(),
  ]);
  expect(ofSpent.status === 'rejected' && isOfSpentBudget(ofSpent.reason)).toBe(true);
  expect(ofAnother).toEqual({ status: 'fulfilled', value: null });
  expect(ofWriter).toEqual({ status: 'fulfilled', value: null });
  expect(isOfSpentBudget(new Error('another', { cause: new Error('one') }))).toBe(false);
});
