import { Column, Img, Link, Row } from '@react-email/components';
import { Fragment } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { pixels } from '../theme.ts';
import { colonOf } from '../words.ts';
import { headingType, mutedType, requiredText, sideOf, WHOLE_WORDS } from './attributes.ts';
import { byScheme } from './by-scheme.tsx';

const link = z.strictObject({
  label: requiredText.describe('Words of the link, such as Your orders.'),
  href: requiredText.describe('Target of the link: http, https, mailto or tel.'),
});

/** The links are counted before one is read. */
const links = z.array(z.unknown()).max(4).pipe(z.array(link).max(4)).default([]);

export const header = defineBlock({
  type: 'header',
  purpose: 'The name or the logo of the sender, with up to four links beside it.',
  holds: 'nothing',
  attrs: z.strictObject({
    name: requiredText.describe('Name of the sender: shown without a logo, and read where pictures are off.'),
    logo: requiredText
      .optional()
      .describe('Address of the logo, https; without one, or where its merge tag has no value, the name stands alone.'),
    dark_logo: requiredText.optional().describe('Address of the logo for dark mode, https; the same one by default.'),
    logo_width: pixels(16, 400).default(120).describe('Width of the logo in pixels; its height follows.'),
    href: requiredText.optional().describe('Target of a link on the name and the logo; none by default.'),
    links: links.describe('Links at the end of the line.'),
  }),
  texts: ({ name, logo, dark_logo, href, links }) => [
    slot('plain', 'name', name),
    ...(href === undefined ? [] : [slot('href', 'href', href)]),
    ...(logo === undefined ? [] : [slot('src', 'logo', logo)]),
    ...(logo === undefined || dark_logo === undefined ? [] : [slot('src', 'dark_logo', dark_logo)]),
    ...links.flatMap(({ label, href }, n) => [
      slot('href', `links.${n}.href`, href),
      slot('plain', `links.${n}.label`, label),
    ]),
  ],
  component: ({ attrs, look, write }) => {
    const logo = () =>
      byScheme(attrs.dark_logo !== undefined, (scheme) => (
        <Img
          src={write.link(scheme.isDark ? 'dark_logo' : 'logo')}
          alt={write.attribute('name')}
          width={attrs.logo_width}
          className={scheme.className}
          style={{ display: 'inline-block', height: 'auto', maxWidth: `${attrs.logo_width}px`, width: '100%' }}
        />
      ));
    const brand = attrs.logo === undefined ? write.cell('name') : write.whenPresent('logo', logo(), write.cell('name'));
    const type = headingType(look, typeSize(look.theme.font_size, 'large'));
    const small = typeSize(look.theme.font_size, 'small');
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing * 2}px`, wordBreak: WHOLE_WORDS }}>
        <Column className="t-text" align={sideOf('start', look.direction)} style={type}>
          {attrs.href === undefined ? (
            brand
          ) : (
            <Link href={write.link('href')} className="t-text" style={{ color: type.color, textDecoration: 'none' }}>
              {brand}
            </Link>
          )}
        </Column>
        {attrs.links.length > 0 && (
          <Column className="t-muted" align={sideOf('end', look.direction)} style={mutedType(look, small)}>
            {attrs.links.map((_link, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: links are known by their place
              <Fragment key={n}>
                {n > 0 && ' '}
                <Link href={write.link(`links.${n}.href`)} className="t-muted" style={linkStyle(look)}>
                  {write.cell(`links.${n}.label`)}
                </Link>
              </Fragment>
            ))}
          </Column>
        )}
      </Row>
    );
  },
  plain: ({ attrs, look, speak }) => [
    ...speak.text('name'),
    ...(attrs.href === undefined ? [] : speak.link('href', ' (', ')')),
    '\n',
    ...attrs.links.flatMap((_link, n) => [
      ...speak.text(`links.${n}.label`),
      ...speak.link(`links.${n}.href`, colonOf(look.locale)),
      '\n',
    ]),
    '\n',
  ],
  example: {
    id: 'header-1',
    type: 'header',
    attrs: {
      name: '{{ system.workspace_name }}',
      logo: 'https://shop.example/images/logo.png',
      dark_logo: 'https://shop.example/images/logo-dark.png',
      href: 'https://shop.example',
      links: [{ label: 'Your orders', href: 'https://shop.example/orders' }],
    },
  },
});

function linkStyle({ theme, direction }: Look) {
  const space = `${SPACE.medium}px`;
  return {
    color: theme.muted_color,
    display: 'inline-block',
    padding: direction === 'rtl' ? `0 ${space} 0 0` : `0 0 0 ${space}`,
    textDecoration: 'none',
  } as const;
}
