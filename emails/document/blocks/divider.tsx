import { Hr } from '@react-email/components';
import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { color, pixels, ruleColor } from '../theme.ts';
import { ruleClass } from './attributes.ts';

const PLAIN = '-'.repeat(40);

export const divider = defineBlock({
  type: 'divider',
  purpose: 'A horizontal line.',
  holds: 'nothing',
  attrs: z.strictObject({
    color: color.optional().describe('Colour of the line; that of all hairlines by default.'),
    thickness: pixels(1, 20).default(1).describe('Height of the line, in pixels.'),
  }),
  texts: () => [],
  component: ({ attrs, look }) => (
    <Hr
      className={attrs.color === undefined ? 't-rule' : ruleClass(attrs.color)}
      style={{
        border: 'none',
        borderTop: `${attrs.thickness}px solid ${attrs.color ?? ruleColor(look.theme)}`,
        margin: `${look.theme.spacing}px 0`,
      }}
    />
  ),
  plain: () => [PLAIN, '\n\n'],
  example: { id: 'divider-1', type: 'divider', attrs: { thickness: 1 } },
});
