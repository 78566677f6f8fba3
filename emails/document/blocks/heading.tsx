import { Heading } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { TYPE } from '../scale.ts';
import { align, headingType, requiredText, sideOf } from './attributes.ts';

const SCALE = { 1: TYPE.display, 2: TYPE.title, 3: TYPE.large, 4: TYPE.normal } as const;
const ELEMENT = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4' } as const;

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
      className="t-text"
      style={{
        ...headingType(look, Math.round(look.theme.font_size * SCALE[attrs.level])),
        margin: `0 0 ${look.theme.spacing}px`,
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
