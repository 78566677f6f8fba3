import { type CSSProperties, Fragment } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { ruleColor } from '../theme.ts';
import { colonOf } from '../words.ts';
import { classesOf, mutedType, requiredText, sideOf, typeOf, WHOLE_WORDS } from './attributes.ts';

const row = z.strictObject({
  label: requiredText.describe('Name of the amount, such as Subtotal.'),
  value: requiredText.describe('Amount, such as {{ event.total | currency: "EUR" }}.'),
  optional: z
    .boolean()
    .default(false)
    .describe('Whether the row is left out where the first merge tag of its amount has no value.'),
  strong: z.boolean().default(false).describe('Whether the row is the sum: larger, with a line above it.'),
});

/** A label has its amount below it, both at the start of the line. */
const STACKED = `.fact{border-top:0!important;padding:0 0 ${SPACE.hair}px!important;text-align:start!important}.fact+.fact{padding-bottom:${SPACE.small}px!important}`;

/** The rows are counted before one is read. */
const rows = z.array(z.unknown()).min(1).max(12).pipe(z.array(row).min(1).max(12));

export const totals = defineBlock({
  type: 'totals',
  purpose: 'Rows of a label and an amount, such as those below a table of items.',
  holds: 'nothing',
  attrs: z.strictObject({
    rows: rows.describe('Rows from top to bottom.'),
    stack_on_mobile: z
      .boolean()
      .default(false)
      .describe('Whether narrow screens show each amount below its label; for facts, whose amounts are words.'),
  }),
  texts: ({ rows }) =>
    rows.flatMap(({ label, value }, n) => [
      slot('plain', `rows.${n}.label`, label),
      slot('plain', `rows.${n}.value`, value),
    ]),
  styles: ({ stack_on_mobile: stacks }) => (stacks ? { narrow: STACKED } : {}),
  component: ({ attrs, look, write }) => (
    <table
      role="presentation"
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
      <tbody>
        {attrs.rows.map(({ strong, optional }, n) => {
          // The row above a sum keeps away from its line.
          const leads = attrs.rows[n + 1]?.strong === true;
          const row = (
            <tr>
              <td
                className={classesOf(
                  strong ? 't-text' : 't-muted',
                  strong && 't-rule',
                  attrs.stack_on_mobile && 'stack fact',
                )}
                style={cell(look, { strong, leads }, 'start')}
              >
                {write.cell(`rows.${n}.label`)}
              </td>
              <td
                className={classesOf('t-text', strong && 't-rule', attrs.stack_on_mobile && 'stack fact')}
                style={cell(look, { strong, leads }, 'end')}
              >
                {write.cell(`rows.${n}.value`)}
              </td>
            </tr>
          );
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place
          return <Fragment key={n}>{optional ? write.whenPresent(`rows.${n}.value`, row) : row}</Fragment>;
        })}
      </tbody>
    </table>
  ),
  plain: ({ attrs, look, speak }) => [
    ...attrs.rows.flatMap(({ optional }, n) => {
      const colon = colonOf(look.locale);
      const row = [...speak.text(`rows.${n}.label`), colon, ...speak.text(`rows.${n}.value`), '\n'];
      return optional ? speak.whenPresent(`rows.${n}.value`, row) : row;
    }),
    '\n',
  ],
  example: {
    id: 'totals-1',
    type: 'totals',
    attrs: {
      rows: [
        { label: 'Shipping', value: 'Free' },
        { label: 'Total', value: '{{ event.total | currency: "EUR" }}', strong: true },
      ],
    },
  },
});

interface Place {
  readonly strong: boolean;
  /** Whether a sum follows. */
  readonly leads: boolean;
}

function cell(look: Look, { strong, leads }: Place, side: 'start' | 'end'): CSSProperties {
  const { font_size } = look.theme;
  const sum = {
    ...typeOf(look, typeSize(font_size, 'large')),
    fontWeight: 700,
    borderTop: `1px solid ${ruleColor(look.theme)}`,
  };
  const [before, after] = side === 'end' ? [SPACE.normal, 0] : [0, 0];
  const top = strong ? SPACE.medium : SPACE.tight;
  const bottom = strong || leads ? SPACE.medium : SPACE.tight;
  const [right, left] = look.direction === 'rtl' ? [before, after] : [after, before];
  return {
    ...(strong ? sum : side === 'end' ? typeOf(look) : mutedType(look)),
    padding: `${top}px ${right}px ${bottom}px ${left}px`,
    textAlign: sideOf(side, look.direction),
    verticalAlign: 'top',
  };
}
