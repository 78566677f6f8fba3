import { expect, it } from 'vitest';
import { createLetterRoom, letterBytesMax } from '../../../src/transport/answers/letter-room.ts';

async function* chunks(...sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size, 'a');
}

let messages = 0;
/** Of a message that no other mail is for. */
const ids = () => {
  messages += 1;
  return [String(messages)];
};

it('hands a mail on whole, and has its room again afterwards', async () => {
  const room = createLetterRoom({ bytes: 100 });
  for (let at = 0; at < 3; at += 1) expect(await room.hold(chunks(60, 40), ids(), async (raw) => raw.length)).toBe(100);
});

it('holds no more than there is room for, and reads what it throws away', async () => {
  const room = createLetterRoom({ bytes: 100 });
  const order: string[] = [];
  const first = room.hold(chunks(60), ids(), async () => {
    const second = await room.hold(chunks(30, 30, 30), ids(), async () => 'taken');
    order.push(String(second));
    return room.hold(chunks(40), ids(), async () => 'fits');
  });
  expect(await first).toBe('fits');
  expect(order).toEqual(['no_room']);
});

it('refuses a mail that is too large by itself, whatever room there is', async () => {
  const room = createLetterRoom();
  const half = Math.ceil(letterBytesMax / 2);
  expect(await room.hold(chunks(half, half + 1), ids(), async () => 'taken')).toBe('too_large');
  expect(await room.hold(chunks(half), ids(), async () => 'taken')).toBe('taken');
});

it('gives its room back when the client goes, and when the use fails', async () => {
  const room = createLetterRoom({ bytes: 100 });
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(90);
    throw new Error('gone');
  }
  await expect(room.hold(broken(), ids(), async () => 'taken')).rejects.toThrow('gone');
  const failing = async () => Promise.reject(new Error('no database'));
  await expect(room.hold(chunks(90), ids(), failing)).rejects.toThrow('no database');
  expect(await room.hold(chunks(100), ids(), async () => 'taken')).toBe('taken');
});

it('holds one mail to a message at a time', async () => {
  const room = createLetterRoom();
  const inside = await room.hold(chunks(1), ['a', 'b'], () =>
    Promise.all([room.hold(chunks(1), ['b'], async () => 'taken'), room.hold(chunks(1), ['c'], async () => 'taken')]),
  );
  expect(inside).toEqual(['no_room', 'taken']);
  expect(await room.hold(chunks(1), ['b'], async () => 'taken')).toBe('taken');
});

it('throws away what comes too slowly, and its room is free while the rest comes', async () => {
  const room = createLetterRoom({ bytes: 100, time: 20 });
  const others: unknown[] = [];
  async function* slow(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(90);
    others.push(await room.hold(chunks(90), ['b'], async () => 'taken'));
    while (others.at(-1) === 'no_room') {
      await new Promise((resolve) => setImmediate(resolve));
      others.push(await room.hold(chunks(90), ['b'], async () => 'taken'));
    }
    yield Buffer.alloc(1);
  }
  expect(await room.hold(slow(), ['a'], async () => 'taken')).toBe('too_slow');
  expect(others.at(-1)).toBe('taken');
});
