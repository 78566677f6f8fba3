import { afterAll, beforeAll, expect, it } from 'vitest';
import { executeHere, readBytesHere } from '../../../src/http/reads/execute-here.ts';
import { createMovedReads } from '../../../src/http/reads/moved-reads.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

const minute = 60_000;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** A read of so many bytes by one name, which counts its executions; the clock stands until it is moved. */
function makeReads() {
  // The cache takes 0 for no time.
  let time = 1;
  let executed = 0;
  let isHeavy = false;
  const moved = createMovedReads({ monotonic: () => time });
  const viewer = world.viewer({ platformId: tenant.platformId });
  return {
    executed: () => executed,
    pass: (ms: number) => {
      time += ms;
    },
    beHeavy: (is: boolean) => {
      isHeavy = is;
    },
    read: (name: string, bytes: number) =>
      executeHere({
        viewer,
        begin: async () => () => undefined,
        moved,
        name,
        isHeavyReader: () => isHeavy,
        execute: async ({ app }) => {
          executed += 1;
          await app.db.pool.query(`SELECT repeat('x', ${bytes})`).catch(() => undefined);
          return { data: {} };
        },
      }),
  };
}

it('tries a read that held too much again after a minute, however often it was asked for meanwhile', async () => {
  const reads = makeReads();
  expect(await reads.read('list', readBytesHere + 1)).toBeNull();
  for (let asked = 0; asked < 5; asked += 1) {
    reads.pass(minute / 6);
    expect(await reads.read('list', 10)).toBeNull();
  }
  expect(reads.executed()).toBe(1);
  expect(await reads.read('another', 10)).toEqual({ data: {} });
  reads.pass(minute / 6 + 1);
  expect(await reads.read('list', 10)).toEqual({ data: {} });
  expect(reads.executed()).toBe(3);
});

it('executes of a platform that reads much only what it has executed', async () => {
  const reads = makeReads();
  expect(await reads.read('known', 10)).toEqual({ data: {} });
  reads.beHeavy(true);
  expect(await reads.read('known', 10)).toEqual({ data: {} });
  expect(await reads.read('unknown', 10)).toBeNull();
  reads.beHeavy(false);
  expect(await reads.read('unknown', 10)).toEqual({ data: {} });
});
