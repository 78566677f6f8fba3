import { Column, Img, Link, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { ruleColor } from '../theme.ts';
import { altType, classesOf, requiredText, sideOf, text, typeOf } from './attributes.ts';
import { byScheme } from './by-scheme.tsx';

export const map = defineBlock({
  type: 'map',
  purpose: 'A place: a picture of a map that leads to the map itself, with name and address below it.',
  holds: 'nothing',
  attrs: z.strictObject({
    image: requiredText.describe(
      'Address of a picture of the map, https; or cid: and the content_id of an attachment.',
    ),
    dark_image: requiredText.optional().describe('The same for dark mode, https; the same picture by default.'),
    alt: requiredText.describe('Words for readers who do not see the picture, such as Map of Harbour Street.'),
    href: requiredText
      .optional()
      .describe('Target of a link on picture and name, such as the way there; none by default.'),
    name: requiredText.describe('Name of the place, in bold.'),
    address: text.default('').describe('Lines below the name; line breaks of values are kept.'),
  }),
  texts: ({ image, dark_image, alt, href, name, address }) => [
    ...(href === undefined ? [] : [slot('href', 'href', href)]),
    slot('src', 'image', image),
    ...(dark_image === undefined ? [] : [slot('src', 'dark_image', dark_image)]),
    slot('plain', 'alt', alt),
    slot('plain', 'name', name),
    slot('inline', 'address', address),
  ],
  component: ({ attrs, look, write }) => {
    const { theme, direction } = look;
    const type = typeOf(look);
    const frame = { border: `1px solid ${ruleColor(theme)}` };
    const radius = `${theme.border_radius}px`;
    const picture = byScheme(attrs.dark_image !== undefined, (scheme) => (
      <Img
        src={write.link(scheme.isDark ? 'dark_image' : 'image')}
        alt={write.attribute('alt')}
        width={look.width - theme.spacing * 4}
        className={classesOf('t-text', scheme.className)}
        style={{
          ...altType(look),
          borderRadius: `${radius} ${radius} 0 0`,
          display: 'block',
          height: 'auto',
          maxWidth: '100%',
          width: '100%',
        }}
      />
    ));
    return (
      <>
        <Row>
          <Column className="t-rule" style={{ ...frame, borderBottom: 0, borderRadius: `${radius} ${radius} 0 0` }}>
            {attrs.href === undefined ? picture : <Link href={write.link('href')}>{picture}</Link>}
          </Column>
        </Row>
        <Row style={{ margin: `0 0 ${theme.spacing}px` }}>
          <Column
            className="t-rule t-text"
            align={sideOf('start', direction)}
            style={{
              ...type,
              ...frame,
              borderTop: 0,
              borderRadius: `0 0 ${radius} ${radius}`,
              padding: `${theme.spacing}px`,
            }}
          >
            <span style={{ display: 'block', fontWeight: 600 }}>
              {attrs.href === undefined ? (
                write.text('name')
              ) : (
                <Link href={write.link('href')} className="t-text" style={{ color: type.color }}>
                  {write.text('name')}
                </Link>
              )}
            </span>
            {attrs.address !== '' && write.text('address')}
          </Column>
        </Row>
      </>
    );
  },
  plain: ({ attrs, speak }) => [
    ...speak.text('name'),
    ...(attrs.href === undefined ? [] : speak.link('href', ' (', ')')),
    '\n',
    ...(attrs.address === '' ? [] : [...speak.text('address'), '\n']),
    '\n',
  ],
  example: {
    id: 'map-1',
    type: 'map',
    attrs: {
      image: 'https://shop.example/images/map.png',
      alt: 'Map of Harbour Street',
      href: 'https://maps.example/harbour-street-12',
      name: 'The shop in {{ event.city }}',
      address: '12 Harbour Street\nOpen until 18:00',
    },
  },
});
