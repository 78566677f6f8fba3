import { Column, Row } from '@react-email/components';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { color, ownRule, pixels, ruleColor } from '../theme.ts';
import { backgroundClass, classesOf, paddingAround, panel, requiredText, ruleClass } from './attributes.ts';
import { backdrop } from './backdrop.ts';

/** The width of a line in the colour of rules, a colour, or both as in CSS: `1px solid #d4d4d8`. */
const border = z.union([
  pixels(0, 20),
  color,
  z.string().regex(/^\d{1,2}px (?:solid|dashed|dotted) #(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, {
    error: 'must be pixels, a colour, or both such as 1px solid #d4d4d8',
  }),
]);

export const section = defineBlock({
  type: 'section',
  purpose: 'Blocks in a frame, with a background or a border.',
  holds: 'children',
  attrs: z.strictObject({
    background_color: color.optional().describe('Colour behind the section; none by default.'),
    tinted: z
      .boolean()
      .default(false)
      .describe('Whether a section without a colour has that of the ground of the theme.'),
    background_image: requiredText
      .optional()
      .describe('Address of a picture behind the section, https; the colour stands in for it, and on dark screens.'),
    padding: pixels(0, 100)
      .optional()
      .describe('Space around the content, in pixels; by default that of the theme where the section has a frame.'),
    border: border.optional().describe('Border: its width, its colour, or both as in CSS; none by default.'),
  }),
  texts: ({ background_image: image }) => (image === undefined ? [] : [slot('src', 'background_image', image)]),
  styles: ({ background_image: image }) => (image === undefined ? {} : backdrop.styles),
  component: ({ attrs, look, write }) => {
    const hasPicture = attrs.background_image !== undefined;
    const tint = attrs.background_color === undefined && (attrs.tinted || hasPicture) ? panel(look) : undefined;
    const background = attrs.background_color ?? tint?.color;
    const framed = background !== undefined || attrs.border !== undefined;
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
        <Column
          {...(hasPicture && backdrop.picture(write.link('background_image')))}
          className={classesOf(
            tint?.className ?? backgroundClass(background),
            borderClass(attrs.border),
            hasPicture && backdrop.byDay,
          )}
          style={{
            backgroundColor: background,
            ...(hasPicture && backdrop.style),
            ...borderOf(attrs.border, look.theme),
            borderRadius: framed ? `${look.theme.border_radius}px` : undefined,
            padding: paddingAround(attrs.padding ?? (framed ? look.theme.spacing : 0), look),
          }}
        >
          {write.children({ ...look, isFirst: true, onTint: tint === undefined ? look.onTint : look.onTint !== true })}
        </Column>
      </Row>
    );
  },
  plain: ({ speak }) => speak.children(),
  example: {
    id: 'section-1',
    type: 'section',
    attrs: { tinted: true, padding: 24, border: 1 },
    children: [{ id: 'section-1-text', type: 'text', attrs: { text: 'Delivered to {{ event.city }}' } }],
  },
});

function borderClass(written: z.output<typeof border> | undefined): string | undefined {
  if (written === undefined || written === 0) return undefined;
  const own = ownRule(written);
  return own === null ? 't-rule' : ruleClass(own);
}

function borderOf(written: z.output<typeof border> | undefined, theme: Look['theme']): CSSProperties {
  if (written === undefined || written === 0) return {};
  if (typeof written === 'number') return { border: `${written}px solid ${ruleColor(theme)}` };
  return { border: written.startsWith('#') ? `1px solid ${written}` : written };
}
