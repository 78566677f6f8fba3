import { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createReadRoom } from '../../../src/http/reads/read-room.ts';

const minute = 60_000;
const heavy = 100 * 1_024;

/** A room of 12 + 4, of which a platform has 8, and its clock. */
function makeRoom() {
  let time = 0;
  const room = createReadRoom(12, { monotonic: () => time });
  const response = new ServerResponse({ method: 'GET' } as never);
  const begin = (platform: string) => room.begin(response, platform, 1);
  return {
    room,
    begin,
    pass: (ms: number) => {
      time += ms;
    },
    /** Reads of `bytes` one after the other. */
    async read(platform: string, count: number, bytes: number) {
      for (let n = 0; n < count; n += 1) (await begin(platform))(bytes);
    },
    /** How many reads of the platform begin at once. */
    async atOnce(platform: string) {
      const ends: ((bytes: number) => void)[] = [];
      const asked = Array.from({ length: 10 }, () => begin(platform).then((end) => ends.push(end)));
      await new Promise(setImmediate);
      const begun = ends.length;
      while (ends.length > 0) {
        ends.pop()?.(0);
        await new Promise(setImmediate);
      }
      await Promise.all(asked);
      return begun;
    },
  };
}

it('executes two reads at once of a platform that is not known yet', async () => {
  const { atOnce, read } = makeRoom();
  expect(await atOnce('a')).toBe(2);
  await read('a', 20, 1_000);
  expect(await atOnce('a')).toBe(8);
});

it('executes two at once for a minute after a heavy read, and those of others as before', async () => {
  const { atOnce, read, pass, room } = makeRoom();
  await read('a', 20, 1_000);
  await read('b', 20, 1_000);
  await read('a', 1, heavy);
  expect([room.isHeavy('a'), room.isHeavy('b')]).toEqual([true, false]);
  expect([await atOnce('a'), await atOnce('b')]).toEqual([2, 8]);
  pass(minute);
  expect(room.isHeavy('a')).toBe(false);
  expect(await atOnce('a')).toBe(8);
});
