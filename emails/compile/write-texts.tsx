/** Writes texts as React elements: of a text with choices each variant, behind the conditions that lead to it. */
import { Link } from '@react-email/components';
import { Fragment, type ReactNode } from 'react';
import type { Look } from '../document/block.ts';
import type { Inline } from '../language/inline-node.ts';
import { bracketOf, isJapanese, type Phrase, phrasesOf, withoutBrackets } from '../language/phrases.ts';
import type { Alternative, ReadText } from '../read/read-text.ts';
import type { Ink } from './ink.ts';
import type { BoundTag } from './pieces.ts';

export function writeText(text: ReadText, look: Look, ink: Ink): ReactNode {
  if (text.alternatives !== undefined) return writeEach(text.alternatives, ink, (one) => writeText(one, look, ink));
  if (text.kind === 'inline') return writeInline(text.nodes, look, ink);
  return text.kind === 'plain' ? ink.text(text.parts, false) : null;
}

/** A text in large letters, in Japanese phrase by phrase (docs/rules.md#phrases-of-headings). */
export function writeHeading(text: ReadText, look: Look, ink: Ink): ReactNode {
  if (text.alternatives !== undefined) return writeEach(text.alternatives, ink, (one) => writeHeading(one, look, ink));
  if (text.kind !== 'plain' || !isJapanese(look.locale)) return writeText(text, look, ink);
  return text.parts.map((part, index) => {
    const [before, after] = [text.parts[index - 1], text.parts[index + 1]];
    const written =
      typeof part === 'string'
        ? phrasesOf(withoutBrackets(part, { before, after })).map(writePhrase)
        : writeValue(bracketOf(before, 'opens'), ink.text([part], false), bracketOf(after, 'closes'));
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are rendered once and never reordered
    return <Fragment key={index}>{written}</Fragment>;
  });
}

/**
 * A phrase that has no room in its line begins the next one; one that is longer than a line breaks as text does. Its first
 * space is not shown, and tells filters that no word is cut by markup.
 */
function writePhrase({ text, isWhole }: Phrase, index: number): ReactNode {
  const key = `${index}`;
  return isWhole ? (
    <span key={key} style={{ display: 'inline-block' }}>
      {` ${text}`}
    </span>
  ) : (
    <Fragment key={key}>{text}</Fragment>
  );
}

/** The name in a value is a phrase as well, with the brackets around it. */
function writeValue(opening: string, value: ReactNode, closing: string): ReactNode {
  return (
    <span style={{ display: 'inline-block' }}>
      {` ${opening}`}
      {value}
      {closing}
    </span>
  );
}

export function writeBoxes(text: ReadText, box: (character: string) => ReactNode, ink: Ink): ReactNode {
  if (text.alternatives !== undefined) return writeEach(text.alternatives, ink, (one) => writeBoxes(one, box, ink));
  return text.kind === 'plain' ? ink.boxes(text.parts, box) : null;
}

/** For a quoted attribute. */
export function attributeText(text: ReadText, ink: Ink): string {
  if (text.alternatives !== undefined) return bareEach(text.alternatives, ink, (one) => attributeText(one, ink));
  return text.kind === 'plain' ? ink.attribute(text.parts) : '';
}

/** For a place that takes no element. */
export function bareText(text: ReadText, ink: Ink): string {
  if (text.alternatives !== undefined) return bareEach(text.alternatives, ink, (one) => bareText(one, ink));
  return text.kind === 'plain' ? ink.bare(text.parts) : '';
}

/** Whether a text without choices says nothing. */
export function isEmpty(text: ReadText): boolean {
  return text.alternatives === undefined && text.kind === 'plain' && text.parts.length === 0;
}

function writeEach(alternatives: readonly Alternative[], ink: Ink, write: (text: ReadText) => ReactNode): ReactNode {
  return alternatives.map(({ conditions, text }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: variants are known by their place
    <Fragment key={n}>{conditions.reduceRight((inner, condition) => ink.when(condition, inner), write(text))}</Fragment>
  ));
}

function bareEach(alternatives: readonly Alternative[], ink: Ink, write: (text: ReadText) => string): string {
  return alternatives.map(({ conditions, text }) => ink.whenBare(conditions, write(text))).join('');
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
      return (
        <strong style={isJapanese(look.locale) && isValue(node.children) ? { display: 'inline-block' } : undefined}>
          {writeInline(node.children, look, ink)}
        </strong>
      );
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

/** A value alone, such as a date: where there are no spaces, a line would break within it. */
function isValue([only, ...more]: readonly Inline<BoundTag>[]): boolean {
  if (only?.kind !== 'text' || more.length > 0) return false;
  return only.parts.length === 1 && typeof only.parts[0] !== 'string';
}
