import { Column, Img, Link, Row } from '@react-email/components';
import { Fragment } from 'react';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { colonOf } from '../words.ts';
import { align, mutedType, requiredText, sideOf } from './attributes.ts';

const link = z.strictObject({
  label: requiredText.describe('Name of the network; also read where pictures are off.'),
  href: requiredText.describe('Target of the link: http, https, mailto or tel.'),
  icon: requiredText.optional().describe('Address of a picture of 24 pixels, https; the name alone by default.'),
});

/** The links are counted before one is read. */
const links = z.array(z.unknown()).min(1).max(8).pipe(z.array(link).min(1).max(8));

/** Pixels. */
const ICON = 24;

export const social = defineBlock({
  type: 'social',
  purpose: 'Links to the sender’s pages elsewhere, by name or by icon.',
  holds: 'nothing',
  attrs: z.strictObject({ links: links.describe('Links from the start of the line.'), align }),
  texts: ({ links }) =>
    links.flatMap(({ label, href, icon }, n) => [
      slot('href', `links.${n}.href`, href),
      ...(icon === undefined ? [] : [slot('src', `links.${n}.icon`, icon)]),
      slot('plain', `links.${n}.label`, label),
    ]),
  component: ({ attrs, look, write }) => {
    const type = mutedType(look, typeSize(look.theme.font_size, 'small'));
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
        <Column className="t-muted" align={sideOf(attrs.align, look.direction)} style={type}>
          {attrs.links.map(({ icon }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: links are known by their place
            <Fragment key={n}>
              {n > 0 && ' '}
              <Link
                href={write.link(`links.${n}.href`)}
                className="t-muted"
                style={{ color: look.theme.muted_color, display: 'inline-block', padding: `${SPACE.tight}px` }}
              >
                {icon === undefined ? (
                  write.text(`links.${n}.label`)
                ) : (
                  <Img
                    src={write.link(`links.${n}.icon`)}
                    alt={write.attribute(`links.${n}.label`)}
                    // Without a width the name is shown whole where the picture is not.
                    height={ICON}
                    style={{ display: 'inline-block', height: `${ICON}px`, verticalAlign: 'middle', width: 'auto' }}
                  />
                )}
              </Link>
            </Fragment>
          ))}
        </Column>
      </Row>
    );
  },
  plain: ({ attrs, look, speak }) => [
    ...attrs.links.flatMap((_link, n) => [
      ...speak.text(`links.${n}.label`),
      ...speak.link(`links.${n}.href`, colonOf(look.locale)),
      '\n',
    ]),
    '\n',
  ],
  example: {
    id: 'social-1',
    type: 'social',
    attrs: {
      align: 'center',
      links: [
        { label: 'Mastodon', href: 'https://social.example/@shop', icon: 'https://shop.example/images/mastodon.png' },
        { label: 'YouTube', href: 'https://video.example/shop' },
      ],
    },
  },
});
