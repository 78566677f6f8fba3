import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { pixels } from '../theme.ts';

export const spacer = defineBlock({
  type: 'spacer',
  purpose: 'Empty room between two blocks.',
  holds: 'nothing',
  attrs: z.strictObject({ height: pixels(1, 400).default(24).describe('Room from top to bottom, in pixels.') }),
  texts: () => [],
  component: ({ attrs }) => (
    <Row>
      <Column
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
