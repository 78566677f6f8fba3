import { Img } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { pixels } from '../theme.ts';
import { colonOf } from '../words.ts';
import { besidePicture, mutedType, requiredText, sideOf, text, typeOf, WHOLE_WORDS } from './attributes.ts';

const row = z.strictObject({
  icon: requiredText.describe('Address of a square picture, https.'),
  title: requiredText.describe('Words beside the picture.'),
  text: text.default('').describe('A sentence below the words; none by default.'),
});

/** The rows are counted before one is read. */
const rows = z.array(z.unknown()).min(1).max(6).pipe(z.array(row).min(1).max(6));

export const icons = defineBlock({
  type: 'icons',
  purpose: 'One to six rows of a small picture with a title and a sentence beside it.',
  holds: 'nothing',
  attrs: z.strictObject({
    rows: rows.describe('Rows from the first to the last.'),
    icon_size: pixels(16, 64).default(32).describe('Width and height of the pictures, in pixels.'),
  }),
  texts: ({ rows }) =>
    rows.flatMap(({ icon, title, text }, n) => [
      slot('src', `rows.${n}.icon`, icon),
      slot('plain', `rows.${n}.title`, title),
      slot('inline', `rows.${n}.text`, text),
    ]),
  component: ({ attrs, look, write }) => {
    const padding = `0 0 ${SPACE.medium}px`;
    return (
      <table
        role="presentation"
        width="100%"
        border={0}
        cellPadding="0"
        cellSpacing="0"
        style={{ margin: `0 0 ${look.theme.spacing}px`, width: '100%', wordBreak: WHOLE_WORDS }}
      >
        <tbody>
          {attrs.rows.map(({ text }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place
            <tr key={n}>
              <td width="1" style={besidePicture(look)}>
                <Img
                  src={write.link(`rows.${n}.icon`)}
                  alt=""
                  width={attrs.icon_size}
                  height={attrs.icon_size}
                  style={{ display: 'block' }}
                />
              </td>
              <td
                className="t-text"
                style={{ ...typeOf(look), padding, textAlign: sideOf('start', look.direction), verticalAlign: 'top' }}
              >
                <span style={{ display: 'block', fontWeight: 600 }}>{write.cell(`rows.${n}.title`)}</span>
                {text !== '' && (
                  <span
                    className="t-muted"
                    style={{ ...mutedType(look, typeSize(look.theme.font_size, 'small')), display: 'block' }}
                  >
                    {write.cell(`rows.${n}.text`)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  },
  plain: ({ attrs, look, speak }) => [
    ...attrs.rows.flatMap(({ text }, n) => [
      '- ',
      ...speak.text(`rows.${n}.title`),
      ...(text === '' ? [] : [colonOf(look.locale), ...speak.text(`rows.${n}.text`)]),
      '\n',
    ]),
    '\n',
  ],
  example: {
    id: 'icons-1',
    type: 'icons',
    attrs: {
      rows: [
        {
          icon: 'https://shop.example/images/truck.png',
          title: 'Free delivery in {{ event.city }}',
          text: 'On orders over **€50**.',
        },
        { icon: 'https://shop.example/images/return.png', title: 'Thirty days to change your mind' },
      ],
    },
  },
});
