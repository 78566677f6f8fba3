/** Templates that look small and do much: repeats in repeats, with conditions on a long value. */

export const slowFields = [
  { name: 'note', type: 'string' },
  { name: 'rows', type: 'list', fields: [{ name: 'a', type: 'string' }] },
];

/** About 400 kB: a value of 250 kB, and 2,000 rows. */
export const slowPayload = (rows = 2_000, note = `${' '.repeat(250_000)}x`) => ({
  note,
  rows: Array.from({ length: rows }, (_, n) => ({ a: String(n) })),
});

type Block = Readonly<Record<string, unknown>>;

interface Shape {
  /** In the innermost repeat. */
  readonly inner?: (id: string) => readonly Block[];
}

/** Conditions on the long value that never hold, so that hardly anything is written. */
function conditions(id: string): readonly Block[] {
  const kinds = [{ is: 'equals', value: 'y' }, { is: 'absent' }, { is: 'equals', value: ' ' }];
  return kinds.map((kind, n) => ({
    id: `${id}-c${n}`,
    type: 'condition',
    attrs: { when: 'event.note', ...kind },
    children: [{ id: `${id}-t${n}`, type: 'text', attrs: { text: 'y' } }],
  }));
}

export function nestedRepeats(depth: number, { inner = conditions }: Shape = {}) {
  let blocks = inner('in');
  for (let level = depth; level > 0; level -= 1) {
    blocks = [{ id: `r${level}`, type: 'repeat', attrs: { each: 'event.rows', as: `row${level}` }, children: blocks }];
  }
  return { type: `nested-${depth}`, fields: slowFields, blocks };
}
