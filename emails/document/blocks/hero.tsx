import { Button, Column, Heading, Img, Row, Text } from '@react-email/components';
import type { CSSProperties, ReactNode } from 'react';
import { z } from 'zod';
import { type ComponentProps, defineBlock, type Look, slot } from '../block.ts';
import { typeSize } from '../scale.ts';
import { color, contrastOf, pixels } from '../theme.ts';
import { colonOf } from '../words.ts';
import { align, altType, classesOf, headingType, requiredText, sideOf, text, typeOf } from './attributes.ts';
import { backdrop } from './backdrop.ts';
import { buttonClass, buttonStyle } from './button-style.ts';
import { byScheme } from './by-scheme.tsx';

const attributes = z
  .strictObject({
    image: requiredText.describe('Address of the picture, https; twice as wide as the mail is sharp on every screen.'),
    dark_image: requiredText
      .optional()
      .describe('The same for dark mode, where the words stand under the picture; the same picture by default.'),
    alt: text
      .default('')
      .describe('Words for readers who do not see a picture with the words under it; empty for decoration.'),
    words: z.enum(['under', 'over']).default('under').describe('Whether the words stand under the picture or over it.'),
    title: text.default('').describe('Large words; none by default.'),
    text: text.default('').describe('A sentence below them; none by default.'),
    label: text.default('').describe('Words of a button; none by default.'),
    href: requiredText.optional().describe('Target of the button: http, https, mailto or tel.'),
    height: pixels(120, 600).default(320).describe('Least height of a picture with words over it, in pixels.'),
    backdrop_color: color
      .optional()
      .describe(
        'Colour behind words over the picture, shown where it is not; in a look that of primary buttons by default.',
      ),
    words_color: color
      .optional()
      .describe('Colour of words over the picture; in a look that of the labels of primary buttons by default.'),
    align,
  })
  .refine(({ label, href }) => label === '' || href !== undefined, {
    error: 'needs the target of the button in `href`',
    path: ['label'],
  })
  .refine(({ words, alt }) => words === 'under' || alt === '', {
    error: 'must be left out where the words stand over the picture, which is decoration behind them',
    path: ['alt'],
  })
  .refine(({ words, dark_image }) => words === 'under' || dark_image === undefined, {
    error: 'must be left out where the words stand over the picture, which is the same in light and dark',
    path: ['dark_image'],
  });

type Props = ComponentProps<z.output<typeof attributes>>;

export const hero = defineBlock({
  type: 'hero',
  purpose: 'A picture as wide as the mail, from edge to edge, with words and a button under it or over it.',
  holds: 'nothing',
  attrs: attributes,
  edgeToEdge: true,
  styles: ({ words }) => (words === 'over' ? { dark: `.${LIFTED}{background-color:${NIGHT}!important}` } : {}),
  endsInWords: (attrs) => attrs.words === 'under' && hasWords(attrs),
  texts: ({ image, dark_image, alt, title, text, label, href }) => [
    slot('src', 'image', image),
    ...(dark_image === undefined ? [] : [slot('src', 'dark_image', dark_image)]),
    slot('plain', 'alt', alt),
    slot('plain', 'title', title),
    slot('plain', 'text', text),
    slot('plain', 'label', label),
    ...(href === undefined ? [] : [slot('href', 'href', href)]),
  ],
  component: (props) => (props.attrs.words === 'over' ? wordsOver(props) : wordsUnder(props)),
  plain: ({ attrs, look, speak }) => [
    ...(attrs.alt === '' ? [] : [...speak.text('alt'), '\n\n']),
    ...(attrs.title === '' ? [] : [...speak.text('title'), '\n\n']),
    ...(attrs.text === '' ? [] : [...speak.text('text'), '\n\n']),
    ...(attrs.label === '' ? [] : [...speak.text('label'), ...speak.link('href', colonOf(look.locale)), '\n\n']),
  ],
  example: {
    id: 'hero-1',
    type: 'hero',
    attrs: {
      image: 'https://shop.example/images/harbour.jpg',
      words: 'over',
      title: 'Welcome, {{ event.customer_name }}',
      text: 'Everything for tea, now in {{ event.city }}.',
      label: 'Look around',
      href: 'https://shop.example',
      align: 'center',
    },
  },
});

function hasWords({ title, text, label }: Readonly<Record<'title' | 'text' | 'label', string>>): boolean {
  return title !== '' || text !== '' || label !== '';
}

interface Colors {
  readonly paper: string;
  readonly ink: string;
}

/** A theme without a look keeps the colours that it was saved with. */
function overPicture({ backdrop_color, words_color }: Props['attrs'], { theme }: Look): Colors {
  const [paper, ink] =
    theme.look === undefined ? ['#18181b', '#ffffff'] : [theme.primary_color, theme.on_primary_color];
  return { paper: backdrop_color ?? paper, ink: words_color ?? ink };
}

/** On a dark screen a nearly black place without its picture would be a hole in the sheet. */
const NIGHT = '#3a3a42';
const LIFTED = 'lifted';

function sinks(paper: string, ink: string): boolean {
  return contrastOf(paper, '#171717') < 1.5 && contrastOf(ink, NIGHT) >= 4.5;
}

/** The picture is behind the words: they are read without it, on its colour, in light and in dark. */
function wordsOver(props: Props): ReactNode {
  const { attrs, look, write } = props;
  const { paper, ink } = overPicture(attrs, look);
  return (
    <Row style={{ margin: outside(look) }}>
      <Column
        {...backdrop.picture(write.link('image'))}
        align={sideOf(attrs.align, look.direction)}
        className={classesOf(look.edge !== undefined && 'side', sinks(paper, ink) && LIFTED)}
        height={attrs.height}
        valign="middle"
        style={{
          backgroundColor: paper,
          ...backdrop.style,
          borderRadius: corners(look),
          height: `${attrs.height}px`,
          padding: `${look.theme.spacing * 2}px ${look.theme.spacing * 2}px ${look.theme.spacing}px`,
        }}
      >
        {wordsOf(props, { paper, ink })}
      </Column>
    </Row>
  );
}

function wordsUnder(props: Props): ReactNode {
  const { attrs, look, write } = props;
  const isWorded = hasWords(attrs);
  const side = look.edge === undefined ? 0 : look.theme.spacing * 2;
  return (
    <>
      <Row style={{ margin: isWorded ? undefined : outside(look) }}>
        <Column>
          {byScheme(attrs.dark_image !== undefined, (scheme) => (
            <Img
              src={write.link(scheme.isDark ? 'dark_image' : 'image')}
              alt={write.attribute('alt')}
              width={look.edge === undefined ? look.width - look.theme.spacing * 4 : look.width}
              className={classesOf('t-text', scheme.className)}
              style={{
                ...altType(look),
                borderRadius: corners(look, isWorded),
                display: 'block',
                height: 'auto',
                maxWidth: '100%',
                width: '100%',
              }}
            />
          ))}
        </Column>
      </Row>
      {isWorded && (
        <Row>
          <Column
            align={sideOf(attrs.align, look.direction)}
            className={look.edge === undefined ? undefined : 'side'}
            style={{ padding: `${look.theme.spacing * 1.5}px ${side}px 0` }}
          >
            {wordsOf(props, null)}
          </Column>
        </Row>
      )}
    </>
  );
}

/**
 * `over`: the colours of words over a picture, which dark mode leaves as they are, with a shadow by which they are read on the
 * light parts of the picture too; null: those of the theme.
 */
function wordsOf({ attrs, look, write }: Props, over: Colors | null): ReactNode {
  const { spacing, font_size } = look.theme;
  const className = over === null ? 't-text' : undefined;
  const below = {
    ...(over !== null && {
      color: over.ink,
      textShadow: `0 0 3px ${over.paper}, 0 1px 16px ${over.paper}`,
    }),
    margin: `0 0 ${spacing}px`,
    textAlign: sideOf(attrs.align, look.direction),
  };
  return (
    <>
      {attrs.title !== '' && (
        <Heading
          as="h1"
          className={classesOf(className, 'title')}
          style={{ ...headingType(look, typeSize(font_size, 'display')), ...below }}
        >
          {write.heading('title')}
        </Heading>
      )}
      {attrs.text !== '' && (
        <Text className={className} style={{ ...typeOf(look, typeSize(font_size, 'large')), ...below }}>
          {write.text('text')}
        </Text>
      )}
      {attrs.label !== '' && (
        <Row style={{ margin: `0 0 ${spacing}px` }}>
          <Column align={sideOf(attrs.align, look.direction)}>
            <Button
              href={write.link('href')}
              className={over === null ? buttonClass('primary') : undefined}
              style={{ ...buttonStyle('primary', look), ...(over !== null && turned(over)) }}
            >
              {write.text('label')}
            </Button>
          </Column>
        </Row>
      )}
    </>
  );
}

/** A button over a picture has its colours the other way round, so that it is seen on each. */
function turned({ paper, ink }: Colors): CSSProperties {
  return { backgroundColor: ink, border: `1px solid ${ink}`, color: paper };
}

/** The mail's own edge has no space around it. */
function outside({ edge, theme }: Look): string {
  return edge === undefined ? `0 0 ${theme.spacing}px` : '0';
}

/** The corners of the sheet where the block is in them; those of a frame inside another block. */
function corners({ edge, theme }: Look, goesOn = false): string {
  const radius = `${theme.border_radius}px`;
  if (edge === undefined) return radius;
  const [top, bottom] = [edge.top ? radius : '0', edge.bottom && !goesOn ? radius : '0'];
  return `${top} ${top} ${bottom} ${bottom}`;
}
