import { Column, Row } from '@react-email/components';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { RADIUS, SPACE, typeSize } from '../scale.ts';
import { ruleColor } from '../theme.ts';
import { backgroundClass, CODE_FAMILY, classesOf, panel, requiredText, typeOf } from './attributes.ts';

export const code = defineBlock({
  type: 'code',
  purpose: 'A one-time code in large letters.',
  holds: 'nothing',
  attrs: z.strictObject({
    text: requiredText.describe('The code, usually one merge tag.'),
    boxed: z.boolean().default(false).describe('Whether each character of a code of up to 12 has a box of its own.'),
  }),
  texts: ({ text }) => [slot('plain', 'text', text)],
  component: ({ attrs, look, write }) => (
    <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
      <Column
        align="center"
        // Codes run from left to right in every script.
        dir="ltr"
        className={classesOf('t-text', panel(look).className)}
        style={{
          ...typeOf(look, typeSize(look.theme.font_size, attrs.boxed ? 'title' : 'display')),
          backgroundColor: panel(look).color,
          borderRadius: `${look.theme.border_radius}px`,
          fontFamily: CODE_FAMILY,
          fontWeight: 700,
          letterSpacing: attrs.boxed ? 'normal' : '4px',
          // Six boxes have room on the narrowest telephone.
          padding: `${look.theme.spacing}px ${attrs.boxed ? SPACE.small : look.theme.spacing}px`,
        }}
      >
        {attrs.boxed ? write.boxes('text', (character) => boxAround(character, look)) : write.text('text')}
      </Column>
    </Row>
  ),
  plain: ({ speak }) => ['    ', ...speak.text('text'), '\n\n'],
  example: { id: 'code-1', type: 'code', attrs: { text: '{{ event.code }}', boxed: true } },
});

/** Neighbours without a blank between them, so that a copied code is in one piece. */
function boxAround(character: string, { theme, onTint }: Look): ReactNode {
  const radius = Math.min(theme.border_radius, RADIUS.small);
  return (
    <span
      className={classesOf(onTint === true ? backgroundClass(theme.background_color) : 't-surface', 't-rule')}
      style={{
        backgroundColor: onTint === true ? theme.background_color : theme.surface_color,
        border: `1px solid ${ruleColor(theme)}`,
        borderRadius: `${radius}px`,
        display: 'inline-block',
        margin: `${SPACE.hair}px`,
        padding: `${SPACE.tight}px 6px`,
      }}
    >
      {character}
    </span>
  );
}
