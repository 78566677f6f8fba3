import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import type { Piece, Pieces } from '../../compile/pieces.ts';
import { type ColumnShape, defineBlock, type Look } from '../block.ts';
import { color, pixels } from '../theme.ts';
import { backgroundClass, classesOf, paddingAround, panel, WHOLE_WORDS } from './attributes.ts';

const columnAttrs = z.strictObject({
  vertical_align: z
    .enum(['top', 'middle', 'bottom'])
    .default('top')
    .describe('Place of the content in a column that is lower than its neighbours.'),
  padding: pixels(0, 100).default(0).describe('Space around the content, in pixels.'),
  background_color: color.optional().describe('Colour behind the column; none by default.'),
  tinted: z.boolean().default(false).describe('Whether a column without a colour has that of the ground of the theme.'),
});

export const columns = defineBlock({
  type: 'columns',
  purpose: 'Blocks side by side, in one to four columns.',
  holds: 'columns',
  attrs: z.strictObject({
    gap: pixels(0, 100).default(16).describe('Space between the columns, in pixels.'),
    stack_on_mobile: z.boolean().default(true).describe('Whether narrow screens show the columns below each other.'),
  }),
  columnAttrs,
  texts: () => [],
  component: ({ attrs, look, write, columns }) => {
    const widths = widthsOf(columns);
    const stack = attrs.stack_on_mobile ? 'stack' : undefined;
    // The blocks in the columns end with space of their own; a background ends with its column.
    const framed = columns.some(({ attrs }) => paperOf(columnAttrs.parse(attrs ?? {}), look) !== null);
    return (
      <Row style={{ margin: `0 0 ${framed ? look.theme.spacing : 0}px`, wordBreak: WHOLE_WORDS }}>
        {columns.flatMap((column, index) => {
          const parsed = columnAttrs.parse(column.attrs ?? {});
          const { vertical_align, padding } = parsed;
          const paper = paperOf(parsed, look);
          const id = `${index}`;
          return [
            ...(index > 0 && attrs.gap > 0
              ? [
                  <Column
                    key={`${id}-gap`}
                    className={stack}
                    width={attrs.gap}
                    style={{
                      fontSize: '1px',
                      height: `${attrs.gap}px`,
                      lineHeight: '1px',
                      // Columns that make 100 per cent leave no more than the least width.
                      minWidth: `${attrs.gap}px`,
                      width: `${attrs.gap}px`,
                    }}
                  >
                    {'\u00a0'}
                  </Column>,
                ]
              : []),
            <Column
              key={id}
              className={classesOf(stack, paper?.className)}
              width={`${widths[index] ?? 0}%`}
              valign={vertical_align}
              style={{
                ...(paper !== null && { backgroundColor: paper.color, borderRadius: `${look.theme.border_radius}px` }),
                padding: paper === null ? paddingAround(padding, look) : paddingInside(padding, look),
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
  plain: ({ attrs, columns, speak }) => {
    const spoken = columns.map((_column, index) => speak.column(index));
    return attrs.stack_on_mobile ? spoken.flat() : inOneLine(spoken);
  },
  example: {
    id: 'columns-1',
    type: 'columns',
    attrs: { gap: 16, stack_on_mobile: true },
    columns: [
      {
        id: 'columns-1-left',
        width: 40,
        attrs: { tinted: true, padding: 16 },
        children: [{ id: 'columns-1-left-text', type: 'text', attrs: { text: 'Order {{ event.order_number }}' } }],
      },
      {
        id: 'columns-1-right',
        attrs: { padding: 16 },
        children: [
          { id: 'columns-1-right-text', type: 'text', attrs: { text: '{{ event.placed_at | date: "long" }}' } },
        ],
      },
    ],
  },
});

/** Columns that never stack are a row: if each has one line of text, the text part has them in one line. */
function inOneLine(columns: readonly Pieces[]): Pieces {
  const lines = columns.map(withoutLineEnd);
  if (lines.some((pieces) => !pieces.every(staysInLine))) return columns.flat();
  return [...lines.flatMap((pieces, index) => (index === 0 ? pieces : ['  ', ...pieces])), '\n\n'];
}

function withoutLineEnd(pieces: Pieces): Pieces {
  for (let end = pieces.length; end > 0; end -= 1) {
    const last = pieces[end - 1];
    const kept = typeof last === 'string' ? withoutBreaks(last) : last;
    if (kept !== undefined && kept !== '') return [...pieces.slice(0, end - 1), kept];
  }
  return [];
}

function withoutBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

function staysInLine(piece: Piece): boolean {
  return typeof piece === 'string' ? !piece.includes('\n') : piece.kind === 'value' || piece.kind === 'link';
}

function paperOf({ background_color: own, tinted }: z.output<typeof columnAttrs>, look: Look) {
  if (own !== undefined) return { color: own, className: backgroundClass(own) };
  return tinted ? panel(look) : null;
}

/**
 * Above the words of a filled column is as much space as their last block has below it. A hair below keeps that space inside
 * the column where columns are stacked.
 */
function paddingInside(padding: number, { theme: { spacing } }: Look): string {
  return `${Math.max(padding, spacing)}px ${padding}px ${Math.max(1, padding - spacing)}px`;
}

/** Per cent; columns without a width share the rest. */
function widthsOf(columns: readonly ColumnShape[]): readonly number[] {
  const taken = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const open = columns.filter(({ width }) => width === null).length;
  return columns.map(({ width }) => width ?? Math.floor((100 - taken) / open));
}
