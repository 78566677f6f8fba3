/** Writes blocks as React elements: every text goes through the ink, every component through its `Write`. */
import { Link } from '@react-email/components';
import { Fragment, type ReactNode } from 'react';
import type { CalendarPaths, Look, Write } from '../document/block.ts';
import type { Inline } from '../language/inline-marks.ts';
import type { Parts } from '../language/merge-tags.ts';
import { unsubscribeUrl } from '../language/unsubscribe.ts';
import type { ReadBlock } from '../read/read-blocks.ts';
import type { ReadText } from '../read/read-text.ts';
import type { Ink } from './ink.ts';
import type { BoundTag, CalendarParts, Condition } from './pieces.ts';
import { sanitiseHtml } from './sanitise-html.ts';

export function writeBlocks(blocks: readonly ReadBlock[], look: Look, ink: Ink): ReactNode {
  return blocks.map((block) => (
    <Fragment key={block.id}>
      {ink.block(() => block.bound.component(look, writeOf(block, look, ink), block.columns))}
    </Fragment>
  ));
}

function writeOf(block: ReadBlock, look: Look, ink: Ink): Write {
  const write = (path: string, ink: Ink) => {
    const text = textOf(block, path);
    if (text.kind === 'inline') return writeInline(text.nodes, look, ink);
    return text.kind === 'plain' ? ink.text(text.parts, false) : null;
  };
  return {
    text: (path) => write(path, ink),
    cell: (path) => write(path, ink.narrow()),
    items: (path) => {
      const text = textOf(block, path);
      return text.kind === 'items' ? text.items.map((item) => writeInline(item, look, ink)) : [];
    },
    boxes: (path, box) => {
      const text = textOf(block, path);
      return text.kind === 'plain' ? ink.boxes(text.parts, box) : null;
    },
    attribute: (path) => {
      const text = textOf(block, path);
      return text.kind === 'plain' ? ink.attribute(text.parts) : '';
    },
    link: (path) => {
      const text = textOf(block, path);
      return text.kind === 'href' || text.kind === 'src' ? ink.link(text.parts, text.kind) : undefined;
    },
    code: (path) => ink.code({ code: plainParts(block, path), isLink: textOf(block, path).kind === 'href' }),
    calendar: (paths) => ink.calendar(calendarParts(block, paths)),
    html: (path) => {
      const text = textOf(block, path);
      return text.kind === 'html' ? sanitiseHtml(text.parts, ink).html : '';
    },
    children: () => writeBlocks(block.children, look, ink),
    column: (index) => writeBlocks(block.columns[index]?.children ?? [], look, ink.narrow()),
    repeat: (body) =>
      block.each === null ? null : ink.repeat(block.each, (inner) => body(writeOf(block, look, inner))),
    when: (body) => (block.condition === null ? null : ink.when(block.condition, body)),
    whenPresent: (path, body) => {
      const condition = presenceOf(textOf(block, path));
      return condition === null ? body : ink.when(condition, body);
    },
    unsubscribe: (path, body) =>
      look.unsubscribes && !textOf(block, path).tags.some(unsubscribeUrl.isTag)
        ? ink.when(unsubscribeUrl.isPresent, body(ink.link([unsubscribeUrl.tag], 'href')))
        : null,
  };
}

export function textOf(block: ReadBlock, path: string): ReadText {
  const text = block.texts.get(path);
  if (text === undefined) throw new Error(`The block has no text at ${path}.`);
  return text;
}

function plainParts(block: ReadBlock, path: string | undefined): Parts<BoundTag> {
  if (path === undefined) return [];
  const text = textOf(block, path);
  return text.kind === 'plain' || text.kind === 'href' ? text.parts : [];
}

function calendarParts(block: ReadBlock, paths: CalendarPaths): CalendarParts {
  const parts = (path: string | undefined) => plainParts(block, path);
  const { title, starts, ends, location, details, url } = paths;
  return {
    title: parts(title),
    starts: parts(starts),
    ends: parts(ends),
    location: parts(location),
    details: parts(details),
    url: parts(url),
  };
}

/** Whether the first tag of a text has a value (docs/rules.md#rows-without-a-value); null for a text without tags. */
export function presenceOf({ tags }: ReadText): Condition | null {
  const [first] = tags;
  return first === undefined ? null : { source: first.source, is: 'present', value: '' };
}

function writeInline(nodes: readonly Inline<BoundTag>[], look: Look, ink: Ink): ReactNode {
  return nodes.map((node, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes are rendered once and never reordered
    return <Fragment key={index}>{writeNode(node, look, ink)}</Fragment>;
  });
}

function writeNode(node: Inline<BoundTag>, look: Look, ink: Ink): ReactNode {
  switch (node.kind) {
    case 'text':
      return ink.text(node.parts, true);
    case 'break':
      return <br />;
    case 'bold':
      return <strong>{writeInline(node.children, look, ink)}</strong>;
    case 'italic':
      return <em>{writeInline(node.children, look, ink)}</em>;
    case 'link':
      return (
        <Link
          href={ink.link(node.href, 'href')}
          className="t-link"
          style={{ color: look.theme.link_color, textDecoration: 'underline' }}
        >
          {writeInline(node.children, look, ink)}
        </Link>
      );
  }
}
