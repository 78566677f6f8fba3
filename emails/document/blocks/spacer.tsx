import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { pixels } from '../theme.ts';

export const spacer = defineBlock({
  type: 'spacer',
  purpose: 'Empty room between two blocks.',
  holds: 'nothing',
  attrs: z.strictObject({
    height: pixels(1, 400).default(24).describe('Room from top to bottom, in pixels.'),
    mobile_height: z
      .int()
      .min(0)
      .max(400)
      .optional()
      .describe('The same on narrow screens, in whole pixels; by default the room is the same there.')
      .meta({ format: 'pixels' }),
  }),
  texts: () => [],
  styles: ({ mobile_height: height }) => (height === undefined ? {} : { narrow: narrowRule(height) }),
  component: ({ attrs }) => (
    <Row>
      <Column
        className={attrs.mobile_height === undefined ? undefined : `h-${attrs.mobile_height}`}
        height={attrs.height}
        style={{ fontSize: '1px', height: `${attrs.height}px`, lineHeight: `${attrs.height}px` }}
      >
        {'\u00a0'}
      </Column>
    </Row>
  ),
  plain: () => ['\n\n'],
  example: { id: 'spacer-1', type: 'spacer', attrs: { height: 24 } },
});

function narrowRule(height: number): string {
  return `.h-${height}{font-size:0!important;height:${height}px!important;line-height:${height}px!important}`;
}
