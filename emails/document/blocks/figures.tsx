import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { colonOf } from '../words.ts';
import { classesOf, headingType, mutedType, requiredText, text, WHOLE_WORDS } from './attributes.ts';

const figure = z.strictObject({
  label: requiredText.describe('Name of the figure in a word or two, such as Orders.'),
  value: requiredText.describe('The figure, usually a merge tag with a filter.'),
  note: text.default('').describe('A few words below the figure, such as the change since last week.'),
});

/** The figures are counted before one is read. */
const written = z.array(z.unknown()).min(1).max(4).pipe(z.array(figure).min(1).max(4));

/** A second row keeps away from the first. */
const BELOW = `.below{padding-top:${SPACE.normal}px!important}`;

export const figures = defineBlock({
  type: 'figures',
  purpose: 'One to four key figures side by side, each with its label.',
  holds: 'nothing',
  attrs: z.strictObject({ figures: written.describe('Figures from the start of the line.') }),
  texts: ({ figures }) =>
    figures.flatMap(({ label, value, note }, n) => [
      slot('plain', `figures.${n}.label`, label),
      slot('plain', `figures.${n}.value`, value),
      ...(note === '' ? [] : [slot('plain', `figures.${n}.note`, note)]),
    ]),
  styles: ({ figures }) => (figures.length > 2 ? { narrow: BELOW } : {}),
  component: ({ attrs, look, write }) => {
    const count = attrs.figures.length;
    const { font_size } = look.theme;
    const small = typeSize(font_size, 'small');
    const line = { display: 'block' } as const;
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px`, wordBreak: WHOLE_WORDS }}>
        {attrs.figures.map(({ note }, n) => (
          <Column
            // biome-ignore lint/suspicious/noArrayIndexKey: figures are known by their place
            key={n}
            // Three would be too narrow for prices on a telephone, so they stand two by two; the last of three has a line.
            className={classesOf(count > 2 && (count === 3 && n === 2 ? 'stack below' : n > 1 ? 'half below' : 'half'))}
            width={`${Math.floor(100 / count)}%`}
            valign="top"
            style={{
              padding: edges(n === count - 1, look),
              verticalAlign: 'top',
              width: `${Math.floor(100 / count)}%`,
            }}
          >
            <span className="t-muted" style={{ ...mutedType(look, small), ...line }}>
              {write.cell(`figures.${n}.label`)}
            </span>
            <span className="t-text" style={{ ...headingType(look, typeSize(font_size, 'title')), ...line }}>
              {write.cell(`figures.${n}.value`)}
            </span>
            {note !== '' && (
              <span className="t-muted" style={{ ...mutedType(look, small), ...line }}>
                {write.cell(`figures.${n}.note`)}
              </span>
            )}
          </Column>
        ))}
      </Row>
    );
  },
  plain: ({ attrs, look, speak }) => [
    ...attrs.figures.flatMap(({ note }, n) => [
      ...speak.text(`figures.${n}.label`),
      colonOf(look.locale),
      ...speak.text(`figures.${n}.value`),
      ...(note === '' ? [] : [' (', ...speak.text(`figures.${n}.note`), ')']),
      '\n',
    ]),
    '\n',
  ],
  example: {
    id: 'figures-1',
    type: 'figures',
    attrs: {
      figures: [
        { label: 'Orders', value: '{{ event.total | number }}', note: 'in {{ event.city }}' },
        { label: 'Visitors', value: '12,480' },
      ],
    },
  },
});

function edges(isLast: boolean, { direction }: Look): string {
  const gap = isLast ? 0 : SPACE.normal;
  return direction === 'rtl' ? `0 0 ${SPACE.small}px ${gap}px` : `0 ${gap}px ${SPACE.small}px 0`;
}
