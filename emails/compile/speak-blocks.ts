/** Writes blocks as plain text, in pieces: links follow their labels, tables are aligned. */
import { toPlainText } from '@react-email/components';
import type { Steps } from '../../src/ground/steps.ts';
import type { Look, Speak } from '../document/block.ts';
import type { Inline } from '../language/inline-node.ts';
import type { Parts } from '../language/merge-tags.ts';
import { unsubscribeUrl } from '../language/unsubscribe.ts';
import type { ReadBlock } from '../read/read-blocks.ts';
import type { ReadText } from '../read/read-text.ts';
import { freshMark } from './marks.ts';
import { type BoundTag, joined, type Piece, type Pieces, valuePieces } from './pieces.ts';
import { piecesWhen, plainPieces } from './plain-pieces.ts';
import { sanitiseHtml } from './sanitise-html.ts';
import { presenceOf, textOf } from './write-blocks.tsx';

/** The pieces of finished blocks, until the parent block takes them. */
type Spoken = Map<ReadBlock, Pieces>;

/** One step for each block; child blocks come first. */
export function* speakInSteps(blocks: readonly ReadBlock[], look: Look): Steps<Pieces> {
  const spoken: Spoken = new Map();
  for (const block of everyBlock(blocks)) {
    yield;
    const pieces = block.bound.plain(look, speakOf(block, look, spoken), block.columns);
    for (const inner of [...block.children, ...block.columns.flatMap(({ children }) => children)]) spoken.delete(inner);
    spoken.set(block, joined(pieces));
  }
  yield;
  return joined(piecesOf(blocks, spoken));
}

/** Returns each block after its child blocks. */
function* everyBlock(blocks: readonly ReadBlock[]): Generator<ReadBlock> {
  for (const block of blocks) {
    yield* everyBlock(block.children);
    for (const { children } of block.columns) yield* everyBlock(children);
    yield block;
  }
}

function piecesOf(blocks: readonly ReadBlock[], spoken: Spoken): Pieces {
  return blocks.flatMap((block) => spoken.get(block) ?? []);
}

function speakOf(block: ReadBlock, look: Look, spoken: Spoken): Speak {
  return {
    text: (path) => speakText(textOf(block, path)),
    items: (path) => {
      const text = textOf(block, path);
      return text.kind === 'items' ? text.items.map(speakText) : [];
    },
    link: (path, before, after) => {
      const text = textOf(block, path);
      return text.kind === 'href' ? linkPieces(text.parts, before, after) : [];
    },
    html: (path) => {
      const text = textOf(block, path);
      return text.kind === 'html' ? speakHtml(text.parts) : [];
    },
    children: () => piecesOf(block.children, spoken),
    column: (index) => piecesOf(block.columns[index]?.children ?? [], spoken),
    repeat: (body) => (block.each === null ? [] : [{ kind: 'repeat', each: block.each, body }]),
    when: (body) => (block.condition === null ? [] : [{ kind: 'condition', condition: block.condition, body }]),
    whenPresent: (path, body) => {
      const condition = presenceOf(textOf(block, path));
      return condition === null ? body : [{ kind: 'condition', condition, body }];
    },
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

function speakText(text: ReadText): Pieces {
  if (text.kind !== 'inline') return plainPieces(text, 'plain');
  if (text.alternatives === undefined) return speakInline(text.nodes);
  return text.alternatives.flatMap(({ conditions, text }) => piecesWhen(conditions, speakText(text)));
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

/** Headings keep their case, images are left out, links follow their labels. */
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
  return withBrackets(
    mark.read(plain).flatMap((piece) => (typeof piece === 'string' ? [piece] : (pieces[piece] ?? []))),
  );
}

/** Gives the brackets around a link to the link: without it they are left out too. */
function withBrackets(pieces: Pieces): Pieces {
  const written = [...pieces];
  for (const [at, piece] of written.entries()) {
    const before = written[at - 1];
    const after = written[at + 1];
    if (typeof piece === 'string' || piece.kind !== 'link' || typeof before !== 'string' || typeof after !== 'string') {
      continue;
    }
    if (!before.endsWith(' (') || !after.startsWith(')')) continue;
    written[at - 1] = before.slice(0, -2);
    written[at] = { ...piece, before: ' (', after: ')' };
    written[at + 1] = after.slice(1);
  }
  return written;
}
