import { Hr } from '@react-email/components';
import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { color, pixels, RULE_COLOR, ruleColor } from '../theme.ts';
import { ruleClass } from './attributes.ts';

const PLAIN = '-'.repeat(40);

export const divider = defineBlock({
  type: 'divider',
  purpose: 'A horizontal line.',
  holds: 'nothing',
  attrs: z.strictObject({
    color: color.default(RULE_COLOR).describe('Colour of the line.'),
    thickness: pixels(1, 20).default(1).describe('Height of the line, in pixels.'),
  }),
  texts: () => [],
  component: ({ attrs, look }) => (
    <Hr
      className={ruleClass(attrs.color)}
      style={{
        border: 'none',
        borderTop: `${attrs.thickness}px solid ${attrs.color === RULE_COLOR ? ruleColor(look.theme) : attrs.color}`,
        margin: `${look.theme.spacing}px 0`,
      }}
    />
  ),
  plain: () => [PLAIN, '\n\n'],
  example: { id: 'divider-1', type: 'divider', attrs: { thickness: 1 } },
});
