import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { MAX_HTML } from '../composition.ts';
import { typeOf } from './attributes.ts';

export const html = defineBlock({
  type: 'html',
  purpose: 'HTML of your own, sanitised.',
  holds: 'nothing',
  attrs: z.strictObject({
    html: z
      .string()
      .min(1, 'must not be empty')
      .max(MAX_HTML)
      .describe('Markup; scripts and styles that load something are removed.'),
  }),
  texts: (attrs) => [slot('html', 'html', attrs.html)],
  component: ({ look, write }) => (
    <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, and its values are escaped */}
      <Column className="t-text" style={typeOf(look)} dangerouslySetInnerHTML={{ __html: write.html('html') }} />
    </Row>
  ),
  plain: ({ speak }) => [...speak.html('html'), '\n\n'],
  example: {
    id: 'html-1',
    type: 'html',
    attrs: {
      html: '<p style="margin:0">Questions? <a href="mailto:help@shop.example?subject={{ event.order_number }}">Write to us</a>, {{ event.customer_name }}.</p>',
    },
  },
});
