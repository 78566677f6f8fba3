/** Blocks as plain text, in pieces: links are shown beside their labels, tables are lined up. */
import { toPlainText } from '@react-email/render';
import type { Look, Speak } from './block.ts';
import type { Inline } from './inline-marks.ts';
import { freshMark } from './marks.ts';
import type { Parts } from './merge-tags.ts';
import { type BoundTag, type Piece, type Pieces, valuePieces } from './pieces.ts';
import type { ReadBlock } from './read-blocks.ts';
import type { ReadText } from './read-text.ts';
import { sanitiseHtml } from './sanitise-html.ts';
import type { Steps } from './steps.ts';
import { unsubscribeUrl } from './unsubscribe.ts';
import { textOf } from './write-blocks.tsx';

/** A step for each block of markup, which take the time; all the others are said at once. */
export function* speakInSteps(blocks: readonly ReadBlock[], look: Look): Steps<Pieces> {
  const markup = new Map<ReadText, Pieces>();
  for (const block of everyBlock(blocks)) {
    for (const text of block.texts.values()) {
      if (text.kind !== 'html') continue;
      yield;
      markup.set(text, speakHtml(text.parts));
    }
  }
  return speakBlocks(blocks, look, markup);
}

function everyBlock(blocks: readonly ReadBlock[]): readonly ReadBlock[] {
  return blocks.flatMap((block) => [
    block,
    ...everyBlock(block.children),
    ...block.columns.flatMap(({ children }) => everyBlock(children)),
  ]);
}

type Markup = ReadonlyMap<ReadText, Pieces>;

function speakBlocks(blocks: readonly ReadBlock[], look: Look, markup: Markup): Pieces {
  return blocks.flatMap((block) => block.bound.plain(look, speakOf(block, look, markup), block.columns));
}

function speakOf(block: ReadBlock, look: Look, markup: Markup): Speak {
  return {
    text: (path) => {
      const text = textOf(block, path);
      if (text.kind === 'inline') return speakInline(text.nodes);
      return text.kind === 'plain' ? valuePieces(text.parts, 'plain') : [];
    },
    items: (path) => {
      const text = textOf(block, path);
      return text.kind === 'items' ? text.items.map(speakInline) : [];
    },
    link: (path, before, after) => {
      const text = textOf(block, path);
      return text.kind === 'href' ? linkPieces(text.parts, before, after) : [];
    },
    html: (path) => markup.get(textOf(block, path)) ?? [],
    children: () => speakBlocks(block.children, look, markup),
    column: (index) => speakBlocks(block.columns[index]?.children ?? [], look, markup),
    repeat: (body) => (block.each === null ? [] : [{ kind: 'repeat', each: block.each, body }]),
    when: (body) => (block.condition === null ? [] : [{ kind: 'condition', condition: block.condition, body }]),
    table: (labels, cells, aligns) =>
      block.each === null ? [] : [{ kind: 'table', each: block.each, labels, cells, aligns }],
    unsubscribe: (path, body) =>
      look.unsubscribes && !textOf(block, path).tags.some(unsubscribeUrl.isTag)
        ? [
            {
              kind: 'condition',
              condition: unsubscribeUrl.isPresent,
              body: body((before) => linkPieces([unsubscribeUrl.tag], before)),
            },
          ]
        : [],
  };
}

function linkPieces(parts: Parts<BoundTag>, before = '', after = ''): Pieces {
  return [{ kind: 'link', link: 'href', parts, fit: 'plain', before, after }];
}

function speakInline(nodes: readonly Inline<BoundTag>[]): Pieces {
  return nodes.flatMap(speakNode);
}

function speakNode(node: Inline<BoundTag>): Pieces {
  switch (node.kind) {
    case 'text':
      return valuePieces(node.parts, 'plain');
    case 'break':
      return ['\n'];
    case 'bold':
    case 'italic':
      return speakInline(node.children);
    case 'link':
      return saysItself(node)
        ? linkPieces(node.href)
        : [...speakInline(node.children), ...linkPieces(node.href, ' (', ')')];
  }
}

/** A link whose label is its own target is written once. */
function saysItself({ href, children }: Inline<BoundTag> & { readonly kind: 'link' }): boolean {
  const [only, ...rest] = children;
  return rest.length === 0 && only?.kind === 'text' && JSON.stringify(only.parts) === JSON.stringify(href);
}

/** Headings keep their case, images are left out, links stand behind their labels. */
function speakHtml(parts: Parts<BoundTag>): Pieces {
  const mark = freshMark();
  const pieces: Piece[] = [];
  const write = (piece: Piece) => mark.write(pieces.push(piece) - 1);
  const { html } = sanitiseHtml(parts, {
    markup: (tag) => write({ kind: 'value', tag, fit: 'plain' }),
    attribute: (attribute) => attribute.map((part) => (typeof part === 'string' ? part : '')).join(''),
    link: (link, kind) => write({ kind: 'link', link: kind, parts: link, fit: 'plain', before: '', after: '' }),
  });
  const plain = toPlainText(html, {
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
    ],
  });
  return mark.read(plain).flatMap((piece) => (typeof piece === 'string' ? [piece] : (pieces[piece] ?? [])));
}
