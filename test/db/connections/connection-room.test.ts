import { afterEach, describe, expect, it } from 'vitest';
import {
  type ConnectionRoom,
  type ConnectionRoomOptions,
  Crowded,
  createConnectionRoom,
  type Party,
} from '../../../src/db/connections/connection-room.ts';

const acme: Party = { kind: 'requests', name: 'acme' };
const blue: Party = { kind: 'requests', name: 'blue' };
const coral: Party = { kind: 'requests', name: 'coral' };
/** Milliseconds that no test waits for. */
const long = 60_000;

const opened: ConnectionRoom[] = [];
afterEach(() => {
  for (const slots of opened.splice(0)) slots.close();
});

function openSlots(options: ConnectionRoomOptions): ConnectionRoom {
  const slots = createConnectionRoom(options);
  opened.push(slots);
  return slots;
}

/** Takes `count` slots; gives what was granted so far, and a way to give the oldest back. */
function takeMany(slots: ConnectionRoom, party: Party, count: number) {
  const granted: (() => void)[] = [];
  for (let taken = 0; taken < count; taken++) {
    slots.acquire(party).then(
      (release) => granted.push(release),
      () => undefined,
    );
  }
  return { granted, release: () => granted.shift()?.() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('slots among parties', () => {
  it.each([
    [4, 2],
    [5, 2],
    [16, 8],
    [1, 1],
  ])('of %i, one party never holds more than %i', async (count, share) => {
    const slots = openSlots({ slots: count, waitingMax: 100, patience: long });
    const { granted } = takeMany(slots, acme, 50);
    await settle();
    expect(granted).toHaveLength(share);
  });

  it('a newcomer finds a slot free beside one that holds its share, and another beside both', async () => {
    const slots = openSlots({ slots: 8, waitingMax: 100, patience: long });
    const first = takeMany(slots, acme, 50);
    const second = takeMany(slots, blue, 50);
    const third = takeMany(slots, coral, 50);
    await settle();
    expect([first, second, third].map(({ granted }) => granted.length)).toEqual([4, 2, 1]);
  });

  it('all kinds of work of one platform count together', async () => {
    const slots = openSlots({ slots: 8, waitingMax: 100, patience: long });
    const requests = takeMany(slots, acme, 50);
    const work = takeMany(slots, { ...acme, kind: 'work' }, 50);
    await settle();
    expect(requests.granted.length + work.granted.length).toBe(4);
  });

  it('kinds of work take turns, so a platform’s requests do not keep its own work from its connections', async () => {
    const slots = openSlots({ slots: 2, waitingMax: 100, patience: long });
    const requests = takeMany(slots, acme, 50);
    const order: string[] = [];
    await settle();
    void slots.acquire({ ...acme, kind: 'work' }).then((release) => {
      order.push('work');
      release();
    });
    requests.release();
    await settle();
    expect(order).toEqual(['work']);
    expect(requests.granted).toHaveLength(1);
  });

  it('parties of one kind take turns, whoever asked first', async () => {
    const slots = openSlots({ slots: 1, waitingMax: 100, patience: long });
    const order: string[] = [];
    const hold = await slots.acquire(coral);
    for (const party of [acme, acme, acme, blue, blue]) {
      void slots.acquire(party).then((release) => {
        order.push(party.name);
        release();
      });
    }
    hold();
    await settle();
    expect(order).toEqual(['acme', 'blue', 'acme', 'blue', 'acme']);
  });

  it('rejects who finds the queue full, and who has waited too long', async () => {
    const slots = openSlots({ slots: 1, waitingMax: 1, patience: 20 });
    const release = await slots.acquire(acme);
    const waiting = slots.acquire(acme);
    await expect(slots.acquire(acme)).rejects.toThrow(Crowded);
    await expect(waiting).rejects.toThrow(Crowded);
    release();
    release();
    (await slots.acquire(acme))();
  });

  it('rejects all that wait, and whoever comes later, once it is closed', async () => {
    const slots = openSlots({ slots: 1, waitingMax: 2, patience: long });
    await slots.acquire(acme);
    const waiting = [slots.acquire(acme), slots.acquire(blue)];
    slots.close();
    for (const each of [...waiting, slots.acquire(coral)]) await expect(each).rejects.toThrow(Crowded);
  });

  it('keeps its count through any order of work', async () => {
    const slots = openSlots({ slots: 6, waitingMax: 10_000, patience: long });
    const kinds = ['door', 'requests', 'emits', 'work'] as const;
    let under = 0;
    let most = 0;
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    await Promise.all(
      Array.from({ length: 5_000 }, async () => {
        const release = await slots.acquire({ kind: kinds[random(4)] ?? 'door', name: `p${random(20)}` });
        under += 1;
        most = Math.max(most, under);
        for (let turns = random(3); turns > 0; turns--) await null;
        under -= 1;
        release();
      }),
    );
    expect(under).toBe(0);
    expect(most).toBeLessThanOrEqual(6);
    const { granted } = takeMany(slots, acme, 10);
    await settle();
    expect(granted).toHaveLength(3);
  });
});
