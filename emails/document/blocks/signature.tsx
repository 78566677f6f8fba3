import { Img, Text } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { pixels } from '../theme.ts';
import { mutedType, requiredText, sideOf, text, typeOf } from './attributes.ts';
import { byScheme } from './by-scheme.tsx';

export const signature = defineBlock({
  type: 'signature',
  purpose: 'The end of a letter: closing words, a handwritten name as a picture, the name and what the person does.',
  holds: 'nothing',
  attrs: z.strictObject({
    closing: text.default('').describe('Closing words, such as Best wishes; none by default.'),
    image: requiredText.optional().describe('Address of a picture of the handwriting, https; none by default.'),
    dark_image: requiredText.optional().describe('The same for dark mode; the same picture by default.'),
    image_width: pixels(24, 240).default(120).describe('Width of the picture in pixels; its height follows.'),
    name: requiredText.describe('Words below the handwriting in bold, such as Grace Hopper.'),
    role: text.default('').describe('Job or title below the name, such as Founder; none by default.'),
  }),
  texts: ({ closing, image, dark_image, name, role }) => [
    slot('plain', 'closing', closing),
    ...(image === undefined ? [] : [slot('src', 'image', image)]),
    ...(image === undefined || dark_image === undefined ? [] : [slot('src', 'dark_image', dark_image)]),
    slot('plain', 'name', name),
    slot('plain', 'role', role),
  ],
  component: ({ attrs, look, write }) => {
    const side = { textAlign: sideOf('start', look.direction) } as const;
    const { closing, image, image_width: width, role } = attrs;
    return (
      <>
        {closing !== '' && (
          <Text className="t-text" style={{ ...typeOf(look), ...side, margin: `0 0 ${SPACE.small}px` }}>
            {write.text('closing')}
          </Text>
        )}
        {image !== undefined && (
          <div style={{ ...side, margin: `0 0 ${SPACE.small}px` }}>
            {byScheme(attrs.dark_image !== undefined, (scheme) => (
              <Img
                src={write.link(scheme.isDark ? 'dark_image' : 'image')}
                alt=""
                width={width}
                className={scheme.className}
                style={{ display: 'inline-block', height: 'auto', maxWidth: `${width}px`, width: '100%' }}
              />
            ))}
          </div>
        )}
        <Text className="t-text" style={{ ...typeOf(look), ...side, margin: `0 0 ${look.theme.spacing}px` }}>
          <strong>{write.text('name')}</strong>
          {role !== '' && (
            <span
              className="t-muted"
              style={{ ...mutedType(look, typeSize(look.theme.font_size, 'small')), display: 'block' }}
            >
              {write.text('role')}
            </span>
          )}
        </Text>
      </>
    );
  },
  plain: ({ attrs, speak }) => [
    ...(attrs.closing === '' ? [] : [...speak.text('closing'), '\n']),
    ...speak.text('name'),
    '\n',
    ...(attrs.role === '' ? [] : [...speak.text('role'), '\n']),
    '\n',
  ],
  example: {
    id: 'signature-1',
    type: 'signature',
    attrs: {
      closing: 'Best wishes from {{ event.city }},',
      image: 'https://shop.example/images/signature.png',
      name: 'Grace Hopper',
      role: 'Founder',
    },
  },
});
