import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { type ColumnShape, defineBlock } from '../block.ts';
import { color, pixels } from '../theme.ts';
import { backgroundClass } from './attributes.ts';

const columnAttrs = z.strictObject({
  vertical_align: z.enum(['top', 'middle', 'bottom']).default('top'),
  padding: pixels(0, 100).default(0),
  background_color: color.optional(),
});

export const columns = defineBlock({
  type: 'columns',
  holds: 'columns',
  attrs: z.strictObject({ gap: pixels(0, 100).default(16), stack_on_mobile: z.boolean().default(true) }),
  columnAttrs,
  texts: () => [],
  component: ({ attrs, look, write, columns }) => {
    const widths = widthsOf(columns);
    const stack = attrs.stack_on_mobile ? 'stack' : undefined;
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
        {columns.flatMap((column, index) => {
          const { vertical_align, padding, background_color } = columnAttrs.parse(column.attrs ?? {});
          const id = `${index}`;
          return [
            ...(index > 0 && attrs.gap > 0
              ? [
                  <Column
                    key={`${id}-gap`}
                    className={stack}
                    width={attrs.gap}
                    style={{ fontSize: '1px', height: `${attrs.gap}px`, lineHeight: '1px', width: `${attrs.gap}px` }}
                  >
                    {'\u00a0'}
                  </Column>,
                ]
              : []),
            <Column
              key={id}
              className={[stack, backgroundClass(background_color)].filter(Boolean).join(' ') || undefined}
              width={`${widths[index] ?? 0}%`}
              valign={vertical_align}
              style={{
                backgroundColor: background_color,
                padding: `${padding}px`,
                verticalAlign: vertical_align,
                width: `${widths[index] ?? 0}%`,
              }}
            >
              {write.column(index)}
            </Column>,
          ];
        })}
      </Row>
    );
  },
  plain: ({ columns, speak }) => columns.flatMap((_column, index) => speak.column(index)),
  example: {
    id: 'columns-1',
    type: 'columns',
    attrs: { gap: 16, stack_on_mobile: true },
    columns: [
      {
        id: 'columns-1-left',
        width: 40,
        attrs: { vertical_align: 'middle', background_color: '#f4f4f5', padding: 8 },
        children: [{ id: 'columns-1-left-text', type: 'text', attrs: { text: 'Order {{ event.order_number }}' } }],
      },
      {
        id: 'columns-1-right',
        children: [
          { id: 'columns-1-right-text', type: 'text', attrs: { text: '{{ event.placed_at | date: "long" }}' } },
        ],
      },
    ],
  },
});

/** Per cent; columns without a width share what the others leave. */
function widthsOf(columns: readonly ColumnShape[]): readonly number[] {
  const taken = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const open = columns.filter(({ width }) => width === null).length;
  return columns.map(({ width }) => width ?? Math.floor((100 - taken) / open));
}
