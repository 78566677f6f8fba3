import { expect, it } from 'vitest';
import { createLetterRoom, letterBytesMax } from '../../../src/transport/answers/letter-room.ts';

async function* chunks(...sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size, 'a');
}

it('hands a mail on whole, and has its room again afterwards', async () => {
  const room = createLetterRoom(100);
  for (let at = 0; at < 3; at += 1) expect(await room.hold(chunks(60, 40), async (raw) => raw.length)).toBe(100);
});

it('holds no more than there is room for, and reads what it throws away', async () => {
  const room = createLetterRoom(100);
  const order: string[] = [];
  const first = room.hold(chunks(60), async () => {
    const second = await room.hold(chunks(30, 30, 30), async () => 'taken');
    order.push(String(second));
    return room.hold(chunks(40), async () => 'fits');
  });
  expect(await first).toBe('fits');
  expect(order).toEqual(['no_room']);
});

it('refuses a mail that is too large by itself, whatever room there is', async () => {
  const room = createLetterRoom();
  const half = Math.ceil(letterBytesMax / 2);
  expect(await room.hold(chunks(half, half + 1), async () => 'taken')).toBe('too_large');
  expect(await room.hold(chunks(half), async () => 'taken')).toBe('taken');
});

it('gives its room back when the client goes, and when the use fails', async () => {
  const room = createLetterRoom(100);
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(90);
    throw new Error('gone');
  }
  await expect(room.hold(broken(), async () => 'taken')).rejects.toThrow('gone');
  const failing = async () => Promise.reject(new Error('no database'));
  await expect(room.hold(chunks(90), failing)).rejects.toThrow('no database');
  expect(await room.hold(chunks(100), async () => 'taken')).toBe('taken');
});
