/**
 * Markdown as HTML: the guides, and the descriptions of openapi.yaml. Inline code that names an operation (`POST
 * /v1/…`), an error code or a webhook type links to its page.
 */
import { Marked, type RendererObject } from 'marked';
import { escapeHtml } from '../pages/escape-html.ts';
import { codeBlock } from './code-block.ts';
import { type Markup, markup } from './html.ts';

/** Returns the path of the page that explains a piece of inline code; null where there is none. */
export type FindPage = (code: string) => string | null;

export interface Prose {
  /** Paragraphs, lists, tables, headings. */
  block(text: string): Markup;
  /** One line, without a paragraph around it. */
  inline(text: string): Markup;
}

export function createProse(findPage: FindPage): Prose {
  /** The text of a link holds no other link. */
  let isInLink = false;
  const renderer: RendererObject = {
    code: ({ text, lang = '' }) => codeBlock(text, lang).markup,
    codespan({ text }) {
      const code = `<code>${escapeHtml(text)}</code>`;
      const page = isInLink ? null : findPage(text);
      return page === null ? code : `<a href="${page}">${code}</a>`;
    },
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      isInLink = true;
      const text = this.parser.parseInline(tokens);
      isInLink = false;
      return `<a href="${escapeHtml(pagePath(href))}">${text}</a>`;
    },
    table({ header, rows }) {
      const cells = (row: typeof header, tag: string) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
      return `<div class="table" tabindex="0"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`;
    },
  };
  const marked = new Marked({ gfm: true, async: false }, { renderer });
  return {
    block: (text) => markup(marked.parse(text) as string),
    inline: (text) => markup(marked.parseInline(text) as string),
  };
}

/** `What comes back?` becomes `what-comes-back`, as on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Guides link to each other by file, as on GitHub; here each is a page. */
function pagePath(href: string): string {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return href;
  return name === 'webhooks' ? `/docs/webhooks${anchor}` : `/docs/guides/${name}${anchor}`;
}
