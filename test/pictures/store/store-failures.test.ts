/** What the log and the metrics say of a store that fails, however often it is asked (docs/rules.md#failing-picture-store). */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BareStore, codeOf, createBareStore, pictureOf } from './bare-store.ts';

type Answer = (response: ServerResponse, method: string) => void;

const fail: Answer = (response) => response.writeHead(500).end();
const lack: Answer = (response) => response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
const show =
  (content: string): Answer =>
  (response, method) =>
    void response.end(method === 'GET' ? content : '');

let answer: Answer;
let bare: BareStore;
beforeEach(async () => {
  answer = fail;
  bare = await createBareStore((request, response) => {
    request.resume();
    answer(response, request.method ?? '');
  });
});
afterEach(() => bare.close());

const picture = pictureOf('picture');
const read = () => codeOf(bare.store.read(picture));
const said = () => bare.lines.splice(0).map(({ msg, times }) => (times === undefined ? msg : `${times} × ${msg}`));

const notRead = 'a picture could not be read from its store; those in memory are shown';
const notWritten = 'a picture could not be written to its store: it was not taken, or not moved';
const notRemoved = 'an object that no picture names could not be removed from the store';

describe('requests that fail', () => {
  test('are a line a minute of each kind, and one when that kind works again', async () => {
    for (let n = 0; n < 5; n += 1) expect(await read()).toBe('unavailable');
    expect(await codeOf(bare.store.put(picture))).toBe('unavailable');
    expect(await codeOf(bare.store.remove(picture.object))).toBe('unavailable');
    expect(said()).toEqual([`1 × ${notRead}`, `1 × ${notWritten}`, `1 × ${notRemoved}`]);
    bare.advance(60_000);
    await read();
    await read();
    expect(said()).toEqual([`5 × ${notRead}`]);
    answer = show('picture');
    await read();
    await read();
    expect(said()).toEqual(['pictures are read from their store again']);
    await bare.store.put(picture);
    await bare.store.remove(picture.object);
    expect(said()).toEqual([
      'pictures are written to their store again',
      'objects are removed from the store of pictures again',
    ]);
  });

  test('and work in turn are no more lines', async () => {
    for (let n = 0; n < 10; n += 1) {
      answer = fail;
      await read();
      answer = lack;
      await read();
    }
    expect(said().filter((line) => line !== 'the store lacks a picture')).toEqual([
      `1 × ${notRead}`,
      'pictures are read from their store again',
    ]);
  });

  test('are over only by an answer to what began after them', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => void held.push(response);
    const before = read();
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 60_000 });
    answer = fail;
    await read();
    for (const response of held) show('picture')(response, 'GET');
    expect(await before).toBe('none');
    expect([said(), bare.store.works('read')]).toEqual([[`1 × ${notRead}`], false]);
    answer = show('picture');
    await read();
    expect([said(), bare.store.works('read')]).toEqual([['pictures are read from their store again'], true]);
  });

  test('count for two minutes, each kind for itself', async () => {
    expect(bare.store.works('write')).toBe(true);
    await codeOf(bare.store.put(picture));
    bare.advance(119_999);
    expect([bare.store.works('read'), bare.store.works('write'), bare.store.works('remove')]).toEqual([
      true,
      false,
      true,
    ]);
    bare.advance(1);
    expect(bare.store.works('write')).toBe(true);
  });

  test('are writes too where the store does not give back what it took', async () => {
    answer = show('other bytes');
    expect(await codeOf(bare.store.put(picture))).toBe('unavailable');
    expect(bare.lines).toEqual([
      expect.objectContaining({ fault: 'the store of pictures does not give back what it took', msg: notWritten }),
    ]);
  });
});

test('a picture that is lost or changed is a line a minute, with its ids and without its address', async () => {
  answer = lack;
  for (let n = 0; n < 3; n += 1) expect(await bare.store.read(picture)).toBeNull();
  expect(await bare.store.read(pictureOf('another'))).toBeNull();
  expect(bare.lines).toEqual([
    expect.objectContaining({ platformId: 'acme', pictureId: 'picture', msg: 'the store lacks a picture' }),
    expect.objectContaining({ platformId: 'acme', pictureId: 'another', msg: 'the store lacks a picture' }),
  ]);
  bare.advance(59_999);
  answer = show('other bytes');
  await bare.store.read(picture);
  expect(bare.lines).toHaveLength(2);
  bare.advance(2);
  await bare.store.read(picture);
  expect(bare.lines[2]).toMatchObject({
    pictureId: 'picture',
    msg: 'the store has other bytes in the place of a picture',
  });
  expect(JSON.stringify(bare.lines)).not.toContain(picture.address.toString('hex'));
  expect(JSON.stringify(bare.lines)).not.toContain('pictures/');
});
