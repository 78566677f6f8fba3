/** Writes blocks as React elements: every text goes through the ink, every component through its `Write`. */
import { Fragment, type ReactNode } from 'react';
import type { CalendarPaths, Look, Write } from '../document/block.ts';
import { unsubscribeUrl } from '../language/unsubscribe.ts';
import type { ReadBlock } from '../read/read-blocks.ts';
import type { ReadText } from '../read/read-text.ts';
import type { CalendarReads, Ink } from './ink.ts';
import type { Comparison } from './pieces.ts';
import { type HtmlPlaces, sanitiseHtml } from './sanitise-html.ts';
import { attributeText, writeBoxes, writeHeading, writeText } from './write-texts.tsx';

export function writeBlocks(blocks: readonly ReadBlock[], look: Look, ink: Ink): ReactNode {
  const below: Look = { ...look, isFirst: false };
  return blocks.map((block, index) => {
    const place = index === 0 ? look : below;
    return (
      <Fragment key={block.id}>
        {ink.block(() => block.bound.component(place, writeOf(block, place, ink), block.columns))}
      </Fragment>
    );
  });
}

function writeOf(block: ReadBlock, look: Look, ink: Ink): Write {
  const write = (path: string, ink: Ink) => writeText(textOf(block, path), look, ink);
  return {
    text: (path) => write(path, ink),
    heading: (path) => writeHeading(textOf(block, path), look, ink),
    cell: (path) => write(path, ink.narrow()),
    items: (path) => {
      const text = textOf(block, path);
      return text.kind === 'items' ? text.items.map((item) => writeText(item, look, ink)) : [];
    },
    boxes: (path, box) => writeBoxes(textOf(block, path), box, ink),
    attribute: (path) => attributeText(textOf(block, path), ink),
    link: (path) => {
      const text = textOf(block, path);
      return text.kind === 'href' || text.kind === 'src' ? ink.link(text.parts, text.kind) : undefined;
    },
    code: (path) => ink.code(textOf(block, path)),
    calendar: (paths) => ink.calendar(calendarReads(block, paths)),
    html: (path) => {
      const text = textOf(block, path);
      return text.kind === 'html' ? sanitiseHtml(text.parts, placesOf(ink, look)).html : '';
    },
    children: (place = look) => writeBlocks(block.children, place, ink),
    column: (index) => writeBlocks(block.columns[index]?.children ?? [], { ...look, isFirst: true }, ink.narrow()),
    repeat: (body) =>
      block.each === null ? null : ink.repeat(block.each, (inner) => body(writeOf(block, look, inner))),
    when: (body) => (block.condition === null ? null : ink.when(block.condition, body)),
    whenPresent: (path, body, otherwise = null) => {
      const condition = presenceOf(textOf(block, path));
      if (condition === null) return body;
      const present = ink.when(condition, body);
      if (otherwise === null) return present;
      return (
        <>
          {present}
          {ink.when({ ...condition, is: 'absent' }, otherwise)}
        </>
      );
    },
    unsubscribe: (path, body) =>
      look.unsubscribes && !textOf(block, path).tags.some(unsubscribeUrl.isTag)
        ? ink.when(unsubscribeUrl.isPresent, body(ink.link([unsubscribeUrl.tag], 'href')))
        : null,
  };
}

function placesOf(ink: Ink, { theme }: Look): HtmlPlaces {
  return {
    markup: (tag) => ink.markup(tag),
    attribute: (parts) => ink.attribute(parts),
    link: (parts, kind) => ink.link(parts, kind),
    linkColor: theme.link_color,
  };
}

export function textOf(block: ReadBlock, path: string): ReadText {
  const text = block.texts.get(path);
  if (text === undefined) throw new Error(`The block has no text at ${path}.`);
  return text;
}

function calendarReads(block: ReadBlock, paths: CalendarPaths): CalendarReads {
  const read = (path: string | undefined) => (path === undefined ? null : textOf(block, path));
  const { title, starts, ends, location, details, url } = paths;
  return {
    title: read(title),
    starts: read(starts),
    ends: read(ends),
    location: read(location),
    details: read(details),
    url: read(url),
  };
}

/** Whether the first tag of a text has a value (docs/rules.md#rows-without-a-value); null for a text without tags. */
export function presenceOf({ tags }: ReadText): Comparison | null {
  const [first] = tags;
  return first === undefined ? null : { source: first.source, is: 'present', value: '' };
}
