import { Heading } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { TYPE } from '../scale.ts';
import { align, classesOf, headingType, requiredText, sideOf } from './attributes.ts';

const SCALE = { 1: TYPE.display, 2: TYPE.title, 3: TYPE.large, 4: TYPE.normal } as const;
const ELEMENT = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4' } as const;

/** A heading inside a mail is nearer to what it heads than to what is above it. */
function marginOf(level: number, { theme: { spacing }, isFirst }: Look): string {
  return level === 1 ? `0 0 ${spacing}px` : `${isFirst ? 0 : spacing * 2}px 0 ${Math.round(spacing / 2)}px`;
}

export const heading = defineBlock({
  type: 'heading',
  purpose: 'A heading of one of four levels.',
  holds: 'nothing',
  attrs: z.strictObject({
    text: requiredText.describe('Words that readers see first.'),
    level: z.literal([1, 2, 3, 4]).default(1).describe('Rank of the heading, 1 being the largest.'),
    align,
  }),
  texts: ({ text }) => [slot('plain', 'text', text)],
  component: ({ attrs, look, write }) => (
    <Heading
      as={ELEMENT[attrs.level]}
      className={classesOf('t-text', attrs.level === 1 && 'title')}
      style={{
        ...headingType(look, Math.round(look.theme.font_size * SCALE[attrs.level])),
        margin: marginOf(attrs.level, look),
        textAlign: sideOf(attrs.align, look.direction),
      }}
    >
      {write.heading('text')}
    </Heading>
  ),
  plain: ({ speak }) => [...speak.text('text'), '\n\n'],
  example: {
    id: 'heading-1',
    type: 'heading',
    attrs: { text: 'Thank you, {{ event.customer_name }}', level: 1, align: 'start' },
  },
});
