import { Link, Text } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { colonOf, unsubscribeWord } from '../words.ts';
import { requiredText, typeOf } from './attributes.ts';

export const footer = defineBlock({
  type: 'footer',
  purpose: 'Small print, followed by the unsubscribe link where the template reads it.',
  holds: 'nothing',
  attrs: z.strictObject({ text: requiredText.describe('Small print, such as the postal address of the sender.') }),
  texts: ({ text }) => [slot('inline', 'text', text)],
  component: ({ look, write }) => {
    const style = {
      ...typeOf(look, Math.max(12, look.theme.font_size - 3)),
      color: look.theme.muted_color,
      margin: `0 0 ${Math.round(look.theme.spacing / 2)}px`,
      textAlign: 'center',
    } as const;
    return (
      <>
        <Text className="t-muted" style={style}>
          {write.text('text')}
        </Text>
        {write.unsubscribe('text', (href) => (
          <Text className="t-muted" style={style}>
            <Link
              href={href}
              className="t-muted"
              style={{ color: look.theme.muted_color, textDecoration: 'underline' }}
            >
              {unsubscribeWord(look.locale)}
            </Link>
          </Text>
        ))}
      </>
    );
  },
  plain: ({ speak, look }) => [
    ...speak.text('text'),
    '\n\n',
    ...speak.unsubscribe('text', (link) => [unsubscribeWord(look.locale), ...link(colonOf(look.locale)), '\n\n']),
  ],
  example: {
    id: 'footer-1',
    type: 'footer',
    attrs: { text: '{{ system.workspace_name }}, {{ system.current_year }}' },
  },
});
