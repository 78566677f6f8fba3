import type { CSSProperties } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { ruleColor } from '../theme.ts';
import { align, itemName, listPath, requiredText, sideOf, text, typeOf, WHOLE_WORDS } from './attributes.ts';

const column = z.strictObject({
  label: text.default('').describe('Head of the column; without any label the table has no head.'),
  cell: requiredText.describe('Text of a cell; merge tags can read the item.'),
  align,
  width: z.number().min(1).max(100).optional().describe('Width of the column, in per cent of the table.'),
});

/** The columns are counted before one is read. */
const columns = z.array(z.unknown()).min(1).max(12).pipe(z.array(column).min(1).max(12));

export const table = defineBlock({
  type: 'table',
  purpose: 'A row for each item of a list, with up to 12 columns.',
  holds: 'nothing',
  attrs: z.strictObject({
    each: listPath.describe('List whose items are the rows, without braces, such as event.items.'),
    as: itemName,
    columns: columns.describe('Columns of the table, from the start of the line.'),
  }),
  texts: ({ columns }) => [
    ...columns.map(({ label }, n) => slot('plain', `columns.${n}.label`, label)),
    ...columns.map(({ cell }, n) => ({ ...slot('plain', `columns.${n}.cell`, cell), perItem: true })),
  ],
  each: ({ each, as }) => ({ each, as, limit: null }),
  component: ({ attrs, look, write }) => {
    const cell = (n: number, rule: number): CSSProperties => ({
      ...typeOf(look),
      borderBottom: `${rule}px solid ${ruleColor(look.theme)}`,
      padding: edges(n, attrs.columns.length, look.direction),
      textAlign: sideOf(attrs.columns[n]?.align ?? 'start', look.direction),
      verticalAlign: 'top',
    });
    return (
      <table
        width="100%"
        border={0}
        cellPadding="0"
        cellSpacing="0"
        style={{
          borderCollapse: 'collapse',
          margin: `0 0 ${look.theme.spacing}px`,
          width: '100%',
          wordBreak: WHOLE_WORDS,
        }}
      >
        {attrs.columns.some(({ label }) => label !== '') && (
          <thead>
            <tr>
              {attrs.columns.map(({ width }, n) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
                  key={n}
                  scope="col"
                  className="t-text t-rule"
                  {...(width !== undefined && { width: `${width}%` })}
                  style={{ ...cell(n, 2), fontWeight: 600 }}
                >
                  {write.cell(`columns.${n}.label`)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {write.repeat((row) => (
            <tr>
              {attrs.columns.map(({ width }, n) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
                  key={n}
                  className="t-text t-rule"
                  {...(width !== undefined && { width: `${width}%` })}
                  style={cell(n, 1)}
                >
                  {row.cell(`columns.${n}.cell`)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  },
  plain: ({ attrs, look, speak }) => [
    ...speak.table(
      attrs.columns.map((_column, n) => speak.text(`columns.${n}.label`)),
      attrs.columns.map((_column, n) => speak.text(`columns.${n}.cell`)),
      attrs.columns.map((written) => sideOf(written.align, look.direction)),
    ),
    '\n',
  ],
  example: {
    id: 'table-1',
    type: 'table',
    attrs: {
      each: 'event.items',
      as: 'item',
      columns: [
        { label: 'Item', cell: '{{ item.name }}', align: 'start', width: 60 },
        { label: 'Quantity', cell: '{{ item.quantity | number }}', align: 'end' },
        { label: 'Price', cell: '{{ item.price | currency: "EUR" }}', align: 'end' },
      ],
    },
  },
});

/** Pixels: rows have padding, outer cells align with the text above and below. */
function edges(n: number, count: number, direction: Look['direction']): string {
  const [before, after] = [n === 0 ? 0 : 8, n === count - 1 ? 0 : 8];
  return direction === 'rtl' ? `8px ${before}px 8px ${after}px` : `8px ${after}px 8px ${before}px`;
}
