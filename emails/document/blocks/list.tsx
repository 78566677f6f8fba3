import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { requiredText, typeOf } from './attributes.ts';

/** Pixels for bullets and numbers. */
const INDENT = 24;

export const list = defineBlock({
  type: 'list',
  purpose: 'A list with bullets or numbers.',
  holds: 'nothing',
  attrs: z.strictObject({
    items: requiredText.describe('One entry on each line, with marks and merge tags.'),
    ordered: z.boolean().default(false).describe('Whether the items have numbers instead of bullets.'),
  }),
  texts: ({ items }) => [slot('items', 'items', items)],
  component: ({ attrs, look, write }) => {
    const List = attrs.ordered ? 'ol' : 'ul';
    const [top, side] = [`0 0 ${look.theme.spacing}px`, `${INDENT}px`];
    return (
      <List
        className="t-text"
        style={{
          ...typeOf(look),
          margin: top,
          padding: look.direction === 'rtl' ? `0 ${side} 0 0` : `0 0 0 ${side}`,
        }}
      >
        {write.items('items').map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are rendered once and never reordered
          <li key={index} style={{ margin: '0 0 4px' }}>
            {item}
          </li>
        ))}
      </List>
    );
  },
  plain: ({ attrs, speak }) => [
    ...speak.items('items').flatMap((item, index) => [attrs.ordered ? `${index + 1}. ` : '- ', ...item, '\n']),
    '\n',
  ],
  example: {
    id: 'list-1',
    type: 'list',
    attrs: { items: 'Packed in **{{ event.city }}**\nCollected by the carrier\nOn its way', ordered: true },
  },
});
