/**
 * Sanitises the markup of html blocks with sanitize-html (docs/rules.md#sanitised-html); keeps merge tags where a value
 * may stand.
 */
import sanitize from 'sanitize-html';
import type { Parts } from '../language/merge-tags.ts';
import { freshMark } from './marks.ts';
import type { BoundTag } from './pieces.ts';

/** Writes the place of a tag; the text of an attribute is not yet escaped, markup is. */
export interface HtmlPlaces {
  markup(tag: BoundTag): string;
  attribute(parts: Parts<BoundTag>): string;
  link(parts: Parts<BoundTag>, kind: 'href' | 'src'): string | undefined;
  /** The colour of links that have none of their own. */
  readonly linkColor?: string;
}

export interface SanitisedHtml {
  readonly html: string;
  /** Merge tags in the removed parts. */
  readonly lost: number;
}

/** Thrown for elements that nest too deep. */
export class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep';
}

const NO_PLACES: HtmlPlaces = { markup: () => '', attribute: () => '', link: () => undefined };

const TAGS = [
  ...['a', 'abbr', 'address', 'b', 'big', 'blockquote', 'br', 'caption', 'center', 'cite', 'code', 'col', 'colgroup'],
  ...['dd', 'del', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'font', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'],
  ...['i', 'img', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong'],
  ...['sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
];
const ATTRIBUTES = {
  '*': [
    'align',
    'aria-hidden',
    'aria-label',
    'bgcolor',
    'dir',
    'lang',
    'role',
    'style',
    'title',
    'valign',
    'width',
    'height',
  ],
  a: ['href', 'target'],
  img: ['src', 'alt', 'border'],
  font: ['color', 'face', 'size'],
  table: ['border', 'cellpadding', 'cellspacing', 'summary'],
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'headers', 'scope'],
  ol: ['start', 'type'],
  time: ['datetime'],
};
/** A value that loads and runs nothing: no url(), no expression(), no escapes. */
const PLAIN_VALUE = /^(?!.*(?:url|expression|image|var|attr|javascript)\s*\()[^\\<>@{};]{1,200}$/i;
const STYLES = [
  ...['background-color', 'border', 'border-bottom', 'border-collapse', 'border-color', 'border-left', 'border-radius'],
  ...['border-right', 'border-spacing', 'border-style', 'border-top', 'border-width', 'color', 'direction', 'display'],
  ...['font', 'font-family', 'font-size', 'font-style', 'font-variant', 'font-weight', 'height', 'letter-spacing'],
  ...['line-height', 'list-style-type', 'margin', 'margin-bottom', 'margin-left', 'margin-right', 'margin-top'],
  ...['max-width', 'min-width', 'padding', 'padding-bottom', 'padding-left', 'padding-right', 'padding-top'],
  ...[
    'table-layout',
    'text-align',
    'text-decoration',
    'text-indent',
    'text-transform',
    'vertical-align',
    'white-space',
  ],
  ...['width', 'word-break'],
];

/** @throws NestedTooDeep when elements nest more than `maxDepth` levels deep. */
export function sanitiseHtml(
  parts: Parts<BoundTag>,
  places: HtmlPlaces = NO_PLACES,
  maxDepth: number = Number.POSITIVE_INFINITY,
): SanitisedHtml {
  let depth = 0;
  const mark = freshMark();
  const source = parts.map((part, index) => (typeof part === 'string' ? part : mark.write(index))).join('');
  const kept = new Set<number>();
  const partsOf = (text: string): Parts<BoundTag> =>
    mark.read(text).flatMap((piece): Parts<BoundTag> => {
      if (typeof piece === 'string') return [piece];
      const tag = parts[piece];
      if (tag === undefined || typeof tag === 'string') return [];
      kept.add(piece);
      return [tag];
    });

  const html = sanitize(source, {
    allowedTags: TAGS,
    onOpenTag: () => {
      depth += 1;
      if (depth > maxDepth) throw new NestedTooDeep();
    },
    onCloseTag: () => {
      depth -= 1;
    },
    allowedAttributes: ATTRIBUTES,
    allowedClasses: { a: [LINK] },
    // An attribute without a value stays: only the values of a message decide whether it is empty.
    nonBooleanAttributes: [],
    allowedStyles: { '*': Object.fromEntries(STYLES.map((name) => [name, [PLAIN_VALUE]])) },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'cid'] },
    allowProtocolRelative: false,
    transformTags: {
      '*': (tagName, attribs) => {
        const kept = Object.entries(tagName === 'img' ? withinItsPlace(attribs) : attribs)
          .filter(
            ([name, value]) => isKnownAttribute(tagName, name) && !(name === 'style' && mark.read(value).length > 1),
          )
          .map(([name, value]) => [name, attributeOf(name, value, partsOf, places)] as const)
          .filter((attribute): attribute is readonly [string, string] => attribute[1] !== undefined);
        return {
          tagName,
          attribs: Object.fromEntries(tagName === 'a' && 'href' in attribs ? inColor(kept, places.linkColor) : kept),
        };
      },
    },
  });
  const filled = mark
    .read(html)
    .map((piece) => {
      const tag = typeof piece === 'string' ? piece : parts[piece];
      if (typeof piece !== 'string') kept.add(piece);
      return tag === undefined || typeof tag === 'string' ? tag : places.markup(tag);
    })
    .join('');
  return { html: filled, lost: parts.filter((part, index) => typeof part !== 'string' && !kept.has(index)).length };
}

/** The class by which dark mode knows a link. */
const LINK = 't-link';

type Attributes = readonly (readonly [string, string])[];

/** A link without a colour of its own has that of the mail: few looks go with the blue of browsers. Its address may be lost. */
function inColor(link: Attributes, color: string | undefined): Attributes {
  const style = link.find(([name]) => name === 'style')?.[1] ?? '';
  if (color === undefined || /(?:^|;)\s*color\s*:/i.test(style)) return link;
  return [
    ...link.filter(([name]) => name !== 'style'),
    ['style', `${style === '' ? '' : `${style};`}color:${color}`],
    ['class', LINK],
  ];
}

/** Pixels that every place has. */
const NARROWEST = 200;

/** A wide picture is no wider than its place, also while it is not loaded; as an image block does. */
function withinItsPlace(attribs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { style = '', width = '' } = attribs;
  const pixels = Number(
    /(?:^|;)\s*width\s*:\s*(\d{1,4})px/i.exec(style)?.[1] ?? /^\s*(\d{1,4})(?:px)?\s*$/.exec(width)?.[1] ?? 0,
  );
  if (pixels <= NARROWEST || /max-width/i.test(style)) return attribs;
  return { ...attribs, style: `${style === '' ? '' : `${style};`}width:100%;max-width:${pixels}px;height:auto` };
}

function isKnownAttribute(tagName: string, name: string): boolean {
  const own: Readonly<Record<string, readonly string[]>> = ATTRIBUTES;
  return ATTRIBUTES['*'].includes(name) || (Object.hasOwn(own, tagName) && (own[tagName]?.includes(name) ?? false));
}

function attributeOf(
  name: string,
  value: string,
  partsOf: (text: string) => Parts<BoundTag>,
  places: HtmlPlaces,
): string | undefined {
  if (name === 'href' || name === 'src') return places.link(partsOf(value.trim()), name);
  // A style with a tag was removed: no escaping makes a value safe in CSS.
  return name === 'style' ? value : places.attribute(partsOf(value));
}
