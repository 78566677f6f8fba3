import { Column, Img, Link, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { typeSize } from '../scale.ts';
import { pixels } from '../theme.ts';
import {
  besidePicture,
  mutedType,
  requiredText,
  roundPicture,
  sideOf,
  text,
  typeOf,
  WHOLE_WORDS,
} from './attributes.ts';

export const avatar = defineBlock({
  type: 'avatar',
  purpose: 'A person: a round picture, with the name and a line of text beside it.',
  holds: 'nothing',
  attrs: z.strictObject({
    image: requiredText.describe('Address of a square picture, https; or cid: and the content_id of an attachment.'),
    image_size: pixels(24, 96).default(48).describe('Width and height of the picture, in pixels.'),
    name: requiredText.describe('Words beside the picture in bold, such as Grace Hopper.'),
    text: text.default('').describe('Words below the name, such as invited you to Acme; none by default.'),
    href: requiredText.optional().describe('Target of a link on the name; none by default.'),
  }),
  texts: ({ image, name, text, href }) => [
    ...(href === undefined ? [] : [slot('href', 'href', href)]),
    slot('src', 'image', image),
    slot('plain', 'name', name),
    slot('inline', 'text', text),
  ],
  component: ({ attrs, look, write }) => {
    const type = typeOf(look);
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px`, wordBreak: WHOLE_WORDS }}>
        <Column width="1" style={besidePicture(look)}>
          <Img src={write.link('image')} alt="" {...roundPicture(look, attrs.image_size)} />
        </Column>
        <Column className="t-text" align={sideOf('start', look.direction)} style={{ ...type, verticalAlign: 'middle' }}>
          <span style={{ display: 'block', fontWeight: 600 }}>
            {attrs.href === undefined ? (
              write.cell('name')
            ) : (
              <Link href={write.link('href')} className="t-text" style={{ color: type.color }}>
                {write.cell('name')}
              </Link>
            )}
          </span>
          {attrs.text !== '' && (
            <span
              className="t-muted"
              style={{ ...mutedType(look, typeSize(look.theme.font_size, 'small')), display: 'block' }}
            >
              {write.cell('text')}
            </span>
          )}
        </Column>
      </Row>
    );
  },
  plain: ({ attrs, speak }) => [
    ...speak.text('name'),
    ...(attrs.href === undefined ? [] : speak.link('href', ' (', ')')),
    '\n',
    ...(attrs.text === '' ? [] : [...speak.text('text'), '\n']),
    '\n',
  ],
  example: {
    id: 'avatar-1',
    type: 'avatar',
    attrs: {
      image: 'https://shop.example/images/grace.png',
      name: 'Grace Hopper',
      text: 'sends this to {{ event.customer_name }} in **{{ event.city }}**.',
      href: 'https://shop.example/people/grace',
    },
  },
});
