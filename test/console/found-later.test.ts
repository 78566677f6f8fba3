/** Which subjects a list of messages asks for, and when (docs/rules.md#subjects-in-lists). */
import { expect, test } from 'vitest';
import { createFoundLater, type FoundValue, idsMost, keptMost } from '../../src/console/api/found-later.ts';

interface Request {
  readonly ids: readonly string[];
  answer(): void;
  fail(): void;
}

function openSubjects(ready = Promise.resolve()) {
  const requests: Request[] = [];
  const subjects = createFoundLater<string>(
    (ids) =>
      new Promise<readonly FoundValue<string>[]>((resolve, reject) =>
        requests.push({
          ids,
          answer: () => resolve(ids.map((id) => ({ id, value: `Order ${id}` }))),
          fail: () => reject(new Error('offline')),
        }),
      ),
    ready,
  );
  return { subjects, requests };
}

/** Until all that is promised has come. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the rows of a page are one request, once the first contents are there, and none is asked for twice', async () => {
  const contents = Promise.withResolvers<void>();
  const { subjects, requests } = openSubjects(contents.promise);
  let told = 0;
  const leave = subjects.subscribe(() => {
    told += 1;
  });
  for (const id of ['a', 'b', 'a']) subjects.want(id);
  await settled();
  expect(requests).toEqual([]);
  contents.resolve();
  await settled();
  expect(requests.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  expect(subjects.of('a')).toBeUndefined();
  requests[0]?.answer();
  await settled();
  expect([subjects.of('a'), subjects.of('b'), told]).toEqual(['Order a', 'Order b', 1]);
  subjects.want('a');
  await settled();
  expect(requests).toHaveLength(1);
  leave();
});

test('while one request is under way the others gather: those that are still wanted, the last first', async () => {
  const { subjects, requests } = openSubjects();
  subjects.want('first');
  await settled();
  const left = Array.from({ length: 30 }, (_, row) => subjects.want(`gone ${row}`));
  const rows = Array.from({ length: idsMost + 10 }, (_, row) => `row ${row}`);
  for (const row of rows) subjects.want(row);
  for (const leave of left) leave();
  requests[0]?.answer();
  await settled();
  expect(requests[1]?.ids).toEqual(rows.slice(10));
  requests[1]?.answer();
  await settled();
  expect(requests[2]?.ids).toEqual(rows.slice(0, 10));
});

test('a request that fails leaves rows as they are, and they ask again when they come back', async () => {
  const { subjects, requests } = openSubjects();
  subjects.want('a');
  await settled();
  requests[0]?.fail();
  await settled();
  expect(subjects.of('a')).toBeUndefined();
  subjects.want('a');
  await settled();
  requests[1]?.answer();
  await settled();
  expect(subjects.of('a')).toBe('Order a');
});

test('a message that the service does not show has none, and the oldest subjects give way', async () => {
  let asked = 0;
  const subjects = createFoundLater<string>(async (ids) => {
    asked += 1;
    return ids.filter((id) => id !== 'none').map((id) => ({ id, value: id }));
  }, Promise.resolve());
  subjects.want('none');
  await settled();
  expect(subjects.of('none')).toBeNull();
  for (let row = 0; row < keptMost; row += 1) subjects.want(`row ${row}`);
  await settled();
  expect(asked).toBe(1 + keptMost / idsMost);
  expect(subjects.of('none')).toBeUndefined();
});
