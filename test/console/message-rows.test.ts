/** Rows of a live list, as changes and pages come in. */
import { describe, expect, test } from 'vitest';
import {
  applyChanges,
  placeOf,
  type RowChange,
  rowsBehind,
  withFirstPage,
} from '../../src/console/api/message-rows.ts';

interface Row {
  readonly id: string;
  readonly state: string;
}

const row = (id: string, state = 'queued'): Row => ({ id, state });
const rows = (ids: string) => [...ids].map((id) => row(id));
const idsOf = (listed: readonly Row[] | null) => listed?.map(({ id }) => id).join('') ?? null;
const change = (id: string, state: string | null = 'queued'): RowChange<Row> => ({
  id,
  row: state === null ? null : row(id, state),
});
const newest = { order: 'newest_first', hasMore: true, isHeld: false } as const;

test.each([
  ['newest_first', 'hfdb', 'h', 0],
  ['newest_first', 'hfdb', 'e', 2],
  ['newest_first', 'hfdb', 'a', 4],
  ['oldest_first', 'bdfh', 'a', 0],
  ['oldest_first', 'bdfh', 'f', 2],
  ['oldest_first', '', 'f', 0],
] as const)('in %s the list %s has %s at %i', (order, ids, id, place) => {
  expect(placeOf(rows(ids), id, order)).toBe(place);
});

describe('changes', () => {
  test('new rows stand where their ids say, whatever the order in which they came', () => {
    const { rows: listed } = applyChanges(rows('hfd'), [change('g'), change('k'), change('i'), change('e')], newest);
    expect(idsOf(listed)).toBe('kihgfed');
  });

  test('a row behind the last loaded one comes with its page, or stands last where no page follows', () => {
    expect(idsOf(applyChanges(rows('hf'), [change('a')], newest).rows)).toBe('hf');
    expect(idsOf(applyChanges(rows('hf'), [change('a')], { ...newest, hasMore: false }).rows)).toBe('hfa');
  });

  test('a known row is replaced, and goes once it no longer belongs to the list', () => {
    const { rows: listed } = applyChanges(rows('hfd'), [change('f', 'delivered'), change('d', null)], newest);
    expect(listed).toEqual([row('h'), row('f', 'delivered')]);
    expect(idsOf(applyChanges(rows('hfd'), [change('z', null)], newest).rows)).toBe('hfd');
  });

  test('for a reader who has scrolled away nothing moves, states change, and new rows are counted', () => {
    const held = { ...newest, isHeld: true };
    const changes = [change('k'), change('i'), change('f', 'delivered'), change('d', null), change('a')];
    const { rows: listed, missed } = applyChanges(rows('hfd'), changes, held);
    expect(listed).toEqual([row('h'), row('f', 'delivered'), row('d')]);
    expect(missed).toEqual(['k', 'i']);
  });
});

describe('pages', () => {
  test('of a further page only rows behind the loaded ones are taken', () => {
    expect(idsOf(rowsBehind(rows('hfd'), rows('fdba'), 'newest_first'))).toBe('ba');
    expect(idsOf(rowsBehind(rows('bd'), rows('cdef'), 'oldest_first'))).toBe('ef');
  });

  test('the first page read again joins the loaded rows, without those that are gone from it', () => {
    expect(idsOf(withFirstPage(rows('hgfdb'), rows('khf'), 'newest_first'))).toBe('khfdb');
    expect(idsOf(withFirstPage(rows('hfdb'), rows('kih'), 'newest_first'))).toBe('kihfdb');
  });

  test('a first page that shares no row with the loaded ones begins the list anew', () => {
    expect(withFirstPage(rows('fdb'), rows('kji'), 'newest_first')).toBeNull();
    expect(withFirstPage(rows('fdb'), [], 'newest_first')).toBeNull();
  });
});
