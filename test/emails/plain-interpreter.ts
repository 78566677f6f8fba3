/**
 * The oracle of the text part: it reads the composition as JSON, block by block, and writes what a person would, with
 * nothing compiled. It shares only the reading of single texts with the code under test.
 */
import { toPlainText } from '@react-email/components';
import type { BoundTag } from '../../emails/compile/pieces.ts';
import { sanitiseHtml } from '../../emails/compile/sanitise-html.ts';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import type { TemplateContent } from '../../emails/document/template.ts';
import type { Inline } from '../../emails/language/inline-node.ts';
import { parsePath } from '../../emails/language/parse-path.ts';
import { resolve, type Scope, type Source } from '../../emails/language/sources.ts';
import { readText } from '../../emails/read/read-text.ts';
import { chosenText, holds, itemsOf, linkText, type Message, tagText } from './values-ink.tsx';

interface Place {
  readonly message: Message;
  readonly scope: Scope;
  readonly items: readonly unknown[];
  readonly unsubscribes: boolean;
  readonly rightToLeft: boolean;
  /** Values become marks, so that only the line breaks of the template show. */
  readonly hidesValues?: boolean;
}

const VALUE = '\u{f0003}';
const BLOCK_BY_VALUES = `\n${VALUE}\n`;

export function interpretText(template: TemplateContent, message: Message): string {
  const unsubscribes = JSON.stringify(template).includes('system.unsubscribe_url');
  const { blocks, settings } = template.composition.document;
  const rightToLeft = settings?.direction === 'rtl';
  const text = blocksText(blocks, { message, scope: [], items: [], unsubscribes, rightToLeft });
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/[ \t]+$/, ''));
  const kept = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''));
  return `${kept.join('\n').trim()}\n`;
}

function blocksText(blocks: readonly CompositionBlock[], place: Place): string {
  return blocks.map((block) => blockText(block, place)).join('');
}

function blockText({ type, attrs, children = [], columns = [] }: CompositionBlock, place: Place): string {
  if (place.hidesValues && ['repeat', 'condition', 'table', 'products'].includes(type)) return BLOCK_BY_VALUES;
  const plain = (key: string) => written('plain', String(attrs[key] ?? ''), place);
  switch (type) {
    case 'heading':
      return `${plain('text')}\n\n`;
    case 'code':
      return `    ${plain('text')}\n\n`;
    case 'text':
      return `${written('inline', String(attrs.text), place)}\n\n`;
    case 'button':
      return `${withLink(plain('label'), link(attrs.href, place), place, [': ', ''])}\n\n`;
    case 'image':
      return `${attrs.href === undefined ? plain('alt') : withLink(plain('alt'), link(attrs.href, place), place)}\n\n`;
    case 'divider':
      return `${'-'.repeat(40)}\n\n`;
    case 'spacer':
      return '\n\n';
    case 'list':
      return `${String(attrs.items)
        .split('\n')
        .filter((item) => item.trim() !== '')
        .map((item, index) => `${attrs.ordered ? `${index + 1}.` : '-'} ${written('inline', item, place)}\n`)
        .join('')}\n`;
    case 'section':
      return blocksText(children, place);
    case 'columns':
      return columnsText(attrs, columns, place);
    case 'repeat': {
      const list = source(attrs.each, place);
      const scope = [...place.scope, { as: String(attrs.as), list }];
      const limit = typeof attrs.limit === 'number' ? attrs.limit : null;
      return itemsOf({ list, limit }, place.message, place.items)
        .map((item) => blocksText(children, { ...place, scope, items: [...place.items, item] }))
        .join('');
    }
    case 'condition': {
      const condition = {
        source: source(attrs.when, place),
        is: attrs.is as 'present',
        value: String(attrs.value ?? ''),
      };
      return holds(condition, place.message, place.items) ? blocksText(children, place) : '';
    }
    case 'footer': {
      const url = place.message.values.system.unsubscribe_url;
      const own = String(attrs.text).includes('system.unsubscribe_url');
      if (place.hidesValues && place.unsubscribes && !own) return BLOCK_BY_VALUES;
      const more = place.unsubscribes && !own && url !== null ? `Unsubscribe: ${asShown(url)}\n\n` : '';
      return `${written('inline', String(attrs.text), place)}\n\n${more}`;
    }
    case 'table':
      return `${tableText(attrs, place)}\n`;
    case 'products': {
      const cells = ['name', 'detail', 'quantity', 'price'].filter((key) => (attrs[key] ?? '') !== '');
      const columns = cells.map((key) => ({
        ...{ label: '', cell: attrs[key], align: key === 'price' ? 'end' : 'start' },
        optional: key === 'detail',
      }));
      return `${tableText({ ...attrs, columns }, place)}\n`;
    }
    case 'fallback':
      return '';
    case 'quote':
      return `"${written('inline', String(attrs.text), place)}"\n${attrs.author ? `- ${plain('author')}\n` : ''}\n`;
    case 'address':
      return `${attrs.label ? `${plain('label')}\n` : ''}${written('inline', String(attrs.lines), place)}\n\n`;
    case 'coupon':
      return `${plain('title')}\n    ${plain('code')}\n${attrs.terms ? `${plain('terms')}\n` : ''}\n`;
    case 'header': {
      const name = attrs.href === undefined ? plain('name') : withLink(plain('name'), link(attrs.href, place), place);
      return `${name}\n${linkLines(attrs.links, place)}\n`;
    }
    case 'social':
      return `${linkLines(attrs.links, place)}\n`;
    case 'totals': {
      const rows = attrs.rows as readonly Entry[];
      if (place.hidesValues && rows.some(({ optional }) => optional)) return BLOCK_BY_VALUES;
      const shown = rows.filter(({ optional, value }) => !optional || firstTagHolds(String(value), place));
      return `${linesOf(shown, (row) => `${said(row.label, place)}: ${said(row.value, place)}`)}\n`;
    }
    case 'figures':
      return `${linesOf(attrs.figures, ({ label, value, note }) => `${said(label, place)}: ${said(value, place)}${note ? ` (${said(note, place)})` : ''}`)}\n`;
    case 'steps': {
      const sign = (n: number) => (n === Number(attrs.current) ? '[>]' : n < Number(attrs.current) ? '[x]' : '[ ]');
      return `${linesOf(attrs.steps, ({ label }, n) => `${sign(n + 1)} ${said(label, place)}`)}\n`;
    }
    case 'avatar': {
      const name = attrs.href === undefined ? plain('name') : withLink(plain('name'), link(attrs.href, place), place);
      return `${name}\n${attrs.text ? `${written('inline', String(attrs.text), place)}\n` : ''}\n`;
    }
    case 'icons':
      return `${linesOf(attrs.rows, ({ title, text }) => `- ${said(title, place)}${text ? `: ${written('inline', String(text), place)}` : ''}`)}\n`;
    case 'signature':
      return `${attrs.closing ? `${plain('closing')}\n` : ''}${plain('name')}\n${attrs.role ? `${plain('role')}\n` : ''}\n`;
    case 'qr':
      return /^\s*(?:https?:\/\/|mailto:|tel:)/i.test(String(attrs.content))
        ? `${withLink(plain('alt'), link(attrs.content, place), place, [': ', ''])}\n\n`
        : `${plain('alt')}: ${plain('content')}\n\n`;
    case 'hero':
      return [
        ...['alt', 'title', 'text'].flatMap((key) => ((attrs[key] ?? '') === '' ? [] : [`${plain(key)}\n\n`])),
        (attrs.label ?? '') === '' ? '' : `${withLink(plain('label'), link(attrs.href, place), place, [': ', ''])}\n\n`,
      ].join('');
    case 'map':
    case 'calendar': {
      const [first, second, third] = type === 'map' ? ['name', '', 'address'] : ['title', 'when', 'location'];
      const name = plain(first ?? '');
      const head = attrs.href === undefined ? name : withLink(name, link(attrs.href, place), place);
      const last = attrs[third ?? '']
        ? `${written(type === 'map' ? 'inline' : 'plain', String(attrs[third ?? '']), place)}\n`
        : '';
      return `${head}\n${second ? `${plain(second)}\n` : ''}${last}\n`;
    }
    case 'html':
      return `${htmlText(String(attrs.html), place)}\n\n`;
    default:
      throw new Error(`The interpreter knows no ${type}.`);
  }
}

type Entry = Readonly<Record<string, unknown>>;

function firstTagHolds(text: string, place: Place): boolean {
  const [tag] = readText('plain', text, at(place)).text.tags;
  return tag === undefined || holds({ source: tag.source, is: 'present', value: '' }, place.message, place.items);
}

function linesOf(entries: unknown, line: (entry: Entry, n: number) => string): string {
  return ((entries ?? []) as readonly Entry[]).map((entry, n) => `${line(entry, n)}\n`).join('');
}

function linkLines(links: unknown, place: Place): string {
  return linesOf(links, ({ label, href }) => withLink(said(label, place), link(href, place), place, [': ', '']));
}

function said(text: unknown, place: Place): string {
  return written('plain', String(text), place);
}

function written(kind: 'plain' | 'inline', text: string, place: Place): string {
  const written = readText(kind, text, at(place)).text;
  if (place.hidesValues && written.alternatives !== undefined) return BLOCK_BY_VALUES;
  const read = chosenText(written, place.message, place.items);
  if (read.kind === 'inline') return inlineText(read.nodes, place);
  return read.kind === 'plain' ? partsText(read.parts, place) : '';
}

function at({ scope, message }: Place) {
  return { scope, locale: message.options.locale };
}

function partsText(parts: readonly (string | BoundTag)[], place: Place): string {
  return parts.map((part) => (typeof part === 'string' ? part : valueText(part, place))).join('');
}

function valueText(tag: BoundTag, { message, items, hidesValues }: Place): string {
  return hidesValues ? VALUE : tagText(tag, message, items);
}

function inlineText(nodes: readonly Inline<BoundTag>[], place: Place): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += partsText(node.parts, place);
    else if (node.kind === 'break') text += '\n';
    else if (node.kind === 'link') {
      const only = node.children.length === 1 ? node.children[0] : undefined;
      const itself = only?.kind === 'text' && JSON.stringify(only.parts) === JSON.stringify(node.href);
      const url = shownLink(node.href, place);
      if (itself) text += place.hidesValues ? url : asShown(url);
      else text = withLink(text + inlineText(node.children, place), url, place);
    } else text += inlineText(node.children, place);
  }
  return text;
}

function link(href: unknown, place: Place): string {
  const { text } = readText('href', String(href), at(place));
  return text.kind === 'href' ? shownLink(text.parts, place) : '';
}

function shownLink(parts: readonly (string | BoundTag)[], { message, items, hidesValues }: Place): string {
  return hidesValues ? VALUE : (linkText(parts, (tag) => tagText(tag, message, items), 'href') ?? '');
}

/** A label with its link, which stands once where both are the same. */
function withLink(label: string, url: string, { hidesValues }: Place, [open, close] = [' (', ')']): string {
  if (url === '') return label;
  if (hidesValues) return `${label}${open}${url}${close}`;
  const rest = label.endsWith(url) ? label.slice(0, -url.length) : null;
  if (rest !== null && (rest === '' || /[\s("'<]$/.test(rest))) return rest + asShown(url);
  return `${label}${open}${asShown(url)}${close}`;
}

/** Encodes what mail apps take for the end of the sentence, and brackets that have no partner. */
function asShown(url: string): string {
  const ended = url.replace(/[.,;:!?'*_~]+$/, (signs) =>
    [...signs].map((sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`).join(''),
  );
  let inner = ended.replace(/[^()]/g, '');
  while (inner.includes('()')) inner = inner.replaceAll('()', '');
  return inner === '' ? ended : ended.replaceAll('(', '%28').replaceAll(')', '%29');
}

function source(path: unknown, place: Place): Source {
  const found = resolve(parsePath(String(path)) ?? [], place.scope);
  if (found === null) throw new Error(`The interpreter finds no ${String(path)}.`);
  return found;
}

/** Columns that never stack stand in one line, unless a block in them writes line breaks or depends on values. */
function columnsText(
  attrs: CompositionBlock['attrs'],
  columns: NonNullable<CompositionBlock['columns']>,
  place: Place,
): string {
  const say = (at: Place) => columns.map(({ children = [] }) => blocksText(children, at));
  const texts = say(place);
  const shapes = say({ ...place, hidesValues: true });
  if (attrs.stack_on_mobile !== false || shapes.some((shape) => shape.replace(/\n+$/, '').includes('\n'))) {
    return texts.join('');
  }
  const ends = shapes.map((shape) => shape.length - shape.replace(/\n+$/, '').length);
  return `${texts.map((text, n) => text.slice(0, text.length - (ends[n] ?? 0))).join('  ')}\n\n`;
}

/** Cells without wide characters, which is what the random tables are asked for here. */
function tableText(attrs: CompositionBlock['attrs'], place: Place): string {
  const columns = attrs.columns as readonly {
    readonly label: string;
    readonly cell: string;
    readonly align: string;
    readonly optional?: boolean;
  }[];
  const list = source(attrs.each, place);
  const scope = [...place.scope, { as: String(attrs.as), list }];
  const line = (text: string) => text.replace(/\s+/g, ' ').trim();
  const rows = itemsOf({ list, limit: null }, place.message, place.items).map((item) =>
    columns.map(({ cell, optional }) => {
      const inside = { ...place, scope, items: [...place.items, item] };
      return optional && !firstTagHolds(cell, inside) ? '' : line(written('plain', cell, inside));
    }),
  );
  const labels = columns.map(({ label }) => line(written('plain', label, place)));
  const named = columns.map(({ label }) => written('plain', label, place)).some((label) => label !== '');
  const widths = columns.map((_column, n) => Math.max(...[labels, ...rows].map((cells) => wide(cells[n] ?? ''))));
  const draw = (cells: readonly string[]) =>
    cells
      .map((cell, n) => {
        const space = (widths[n] ?? 0) - wide(cell);
        const start = place.rightToLeft ? space : 0;
        const side =
          { left: 0, start, right: space, end: space - start, center: Math.floor(space / 2) }[
            columns[n]?.align ?? 'start'
          ] ?? 0;
        return ' '.repeat(side) + cell + ' '.repeat(space - side);
      })
      .join('  ')
      .trimEnd();
  const head = named
    ? [
        draw(labels),
        widths
          .map((width) => '-'.repeat(width))
          .join('  ')
          .trimEnd(),
      ]
    : [];
  return [...head, ...rows.map(draw)].map((drawn) => `${drawn}\n`).join('');
}

function wide(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[\p{M}\p{Cf}]/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** Values go in after the markup was turned into text, so that none is read as markup. */
function htmlText(html: string, place: Place): string {
  const read = readText('html', html, at(place)).text;
  if (read.kind !== 'html') return '';
  const said: { readonly isLink: boolean; readonly text: string }[] = [];
  const keep = (isLink: boolean, text: string) => `\u{f0000}${said.push({ isLink, text }) - 1}\u{f0001}`;
  const safe = sanitiseHtml(read.parts, {
    markup: (tag) => keep(false, valueText(tag, place)),
    attribute: () => '',
    link: (parts) => keep(true, shownLink(parts, place)),
  }).html;
  const text = toPlainText(safe, {
    selectors: [{ selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } }],
  });
  let out = '';
  // Each mark with the brackets that may stand around it.
  for (const piece of text.split(/( \(\u{f0000}\d+\u{f0001}\)|\u{f0000}\d+\u{f0001})/u)) {
    const number = /\u{f0000}(\d+)\u{f0001}/u.exec(piece)?.[1];
    const found = number === undefined ? undefined : said[Number(number)];
    if (number === undefined || found === undefined) out += piece;
    else if (!found.isLink) out += piece.replace(/\u{f0000}\d+\u{f0001}/u, () => found.text);
    else if (piece.startsWith(' (')) out = withLink(out, found.text, place);
    else out += place.hidesValues || found.text === '' ? found.text : asShown(found.text);
  }
  return out;
}
