/** The mail around its blocks: head, preheader, the sheet behind the blocks, dark mode, narrow screens. */
import { Body, Column, Container, Head, Html, Row } from '@react-email/components';
import type { ReactNode } from 'react';
import type { Look } from '../document/block.ts';
import { inkClass, ruleClass } from '../document/blocks/attributes.ts';
import { darkScheme } from '../document/dark-scheme.ts';
import { typeSize } from '../document/scale.ts';
import { inTheDark, ruleColor } from '../document/theme.ts';
import { isJapanese } from '../language/phrases.ts';
import type { Ink } from './ink.ts';
import type { SheetPart } from './sheet-parts.tsx';

export interface LayoutProps {
  readonly look: Look;
  readonly ink: Ink;
  /** The subject. */
  readonly title: string;
  /** Null: none. */
  readonly preheader: ReactNode;
  /** Backgrounds of the blocks' own. */
  readonly backgrounds: readonly string[];
  /** Colours of lines of the blocks' own. */
  readonly rules: readonly string[];
  /** Colours of texts of the blocks' own. */
  readonly inks: readonly string[];
  /** Rules of the blocks' own for narrow and for dark screens. */
  readonly narrow: readonly string[];
  readonly dark: readonly string[];
  readonly parts: readonly SheetPart[];
}

/**
 * Invisible, and wide enough that clients show none of the body after the preheader. Written as entities: one wide
 * character would double the memory of the whole mail and slow down its rendering. The space tells filters that it is no
 * part of a word.
 */
const PREHEADER_FILL = ` ${'&#847;&zwnj;&nbsp;'.repeat(80)}`;

export function Layout({ look, ink, title, preheader, parts, ...own }: LayoutProps) {
  const { theme, width } = look;
  return (
    <Html lang={look.locale} dir={look.direction}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and colours that passed their schema */}
        <style dangerouslySetInnerHTML={{ __html: styleOf(look, own) }} />
      </Head>
      <Body
        className="t-ground"
        style={{ backgroundColor: theme.background_color, margin: 0, padding: `${theme.spacing * 2}px 0` }}
      >
        {preheader !== null && (
          <div
            style={{
              // Tiny letters would look like hidden text to content filters.
              display: 'none',
              lineHeight: '1px',
              maxHeight: 0,
              maxWidth: 0,
              overflow: 'hidden',
            }}
          >
            {preheader}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
            <span dangerouslySetInnerHTML={{ __html: PREHEADER_FILL }} />
          </div>
        )}
        {ink.raw(`<!--[if mso]><table role="presentation" align="center" width="${width}"><tr><td><![endif]-->`)}
        <Container
          className="t-surface"
          // Gmail takes the whole document's direction away with its root element.
          dir={look.direction}
          style={{
            backgroundColor: theme.surface_color,
            borderRadius: `${theme.border_radius}px`,
            margin: '0 auto',
            maxWidth: `${width}px`,
            width: '100%',
          }}
        >
          {parts.map(({ edge, followsWords, content }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
            <Row key={n}>
              <Column
                className={edge === null ? 'side' : undefined}
                style={{
                  // No line begins with the long-vowel mark or a small kana.
                  ...(isJapanese(look.locale) && { lineBreak: 'strict' }),
                  padding:
                    edge === null
                      ? `${followsWords ? 0 : theme.spacing * 2}px ${theme.spacing * 2}px ${theme.spacing}px`
                      : undefined,
                  // A word that is too long for its line breaks. Gmail and Outlook do not know overflow-wrap.
                  wordBreak: 'break-word',
                }}
              >
                {content}
              </Column>
            </Row>
          ))}
        </Container>
        {ink.raw('<!--[if mso]></td></tr></table><![endif]-->')}
      </Body>
    </Html>
  );
}

/** Pixels; on narrower screens columns stack. */
const NARROW = 520;

/** Space at both sides of a narrow screen, at most; pixels. */
const NARROW_SIDE = 24;

type OwnStyle = Pick<LayoutProps, 'backgrounds' | 'rules' | 'inks' | 'narrow' | 'dark'>;

function styleOf({ theme, dark: given, width }: Look, own: OwnStyle): string {
  const { backgrounds, rules, inks } = own;
  const scheme = darkScheme(theme, given);
  const { button } = scheme;
  const side = Math.min(theme.spacing * 2, NARROW_SIDE);
  const display = typeSize(theme.font_size, 'display');
  const headings =
    theme.heading_scale > 1
      ? `.title{font-size:${display}px!important;line-height:${Math.round(display * 1.25)}px!important}`
      : '';
  const ground = theme.background_color.toLowerCase();
  const dark = [
    `.t-ground,.t-ground>table>tbody>tr>td{background-color:${scheme.background}!important}`,
    `.t-surface{background-color:${scheme.surface}!important}`,
    `.t-text{color:${scheme.text}!important}`,
    `.t-muted{color:${scheme.muted}!important}`,
    `.t-link{color:${scheme.link}!important}`,
    `.t-rule{border-color:${inTheDark(ruleColor(theme), 'paper')}!important}`,
    `.t-accent{border-color:${scheme.accent}!important}`,
    ...(button === null
      ? []
      : [
          `.t-button{background-color:${button.paper}!important;border-color:${button.paper}!important;color:${button.ink}!important}`,
        ]),
    '.by-day{display:none!important}.by-night{display:inline-block!important}',
    ...inks.map((color) => `.${inkClass(color)}{color:${inTheDark(color, 'ink')}!important}`),
    ...rules.map((color) => `.${ruleClass(color)}{border-color:${inTheDark(color, 'paper')}!important}`),
    ...[...new Set([theme.background_color, ...backgrounds])].map(
      (color) =>
        `.b-${color.slice(1).toLowerCase()}{background-color:${color.toLowerCase() === ground ? scheme.background : inTheDark(color, 'paper')}!important}`,
    ),
    ...own.dark,
  ];
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media only screen and (max-width:${Math.min(width, NARROW) - 1}px){.side{padding-left:${side}px!important;padding-right:${side}px!important}${headings}.stack{display:block!important;width:100%!important;box-sizing:border-box!important;word-break:break-word!important}.half{display:inline-block!important;width:50%!important;box-sizing:border-box!important}${own.narrow.join('')}}`,
    `@media (prefers-color-scheme:dark){${dark.join('')}}`,
  ].join('');
}
