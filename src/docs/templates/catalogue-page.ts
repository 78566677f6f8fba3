/** /docs/templates: every block with its picture, then what texts may hold: tags, filters, variables. */
import { catalogue, type DescribedLanguage, exampleLocales, type LanguageExample } from '../../../emails/index.ts';
import type { Content } from '../frame.ts';
import { html, type Markup } from '../html.ts';
import type { Prose } from '../prose.ts';
import { blockPath, cataloguePath } from '../site-map.ts';
import { drawnBlock } from './drawn-block.ts';

export const catalogueWords = {
  title: 'Catalogue of mails',
  lead: 'What a template may consist of, drawn by the code that sends. The [guide](/docs/guides/templates) says how it is saved.',
  tags: 'A text of a block, the subject and the preheader may hold these. What does not exist is an error at the save.',
  filters: 'A filter formats a value in the language of the mail. A value that it cannot read stays as it is.',
  variables:
    'Beside these a template reads the fields of its event type as `event.…`, and the attributes of the contact as `attributes.…`. Inside a `repeat`, `table` or `products`, `item.…` reads the item.',
} as const;

export const languageNames: Readonly<Record<(typeof exampleLocales)[number], string>> = {
  en: 'English',
  de: 'German',
  ja: 'Japanese',
};

export function cataloguePage(language: DescribedLanguage, prose: Prose): Content {
  const { tags, filters, variables } = language;
  return {
    path: cataloguePath,
    title: catalogueWords.title,
    body: html`<h1>${catalogueWords.title}</h1>
<p class="lead">${prose.inline(catalogueWords.lead)}</p>
<p><a href="#blocks">Blocks</a> · <a href="#tags">Tags</a> · <a href="#filters">Filters</a> · <a href="#variables">Variables</a></p>
<h2 id="blocks">Blocks</h2>
<ul class="blocks">${catalogue.map(({ type, purpose }) => blockCard(type, purpose, prose))}</ul>
<h2 id="tags">Tags</h2><p>${prose.inline(catalogueWords.tags)}</p>
${table(
  ['Written', 'In the mail', 'What it is'],
  tags.map(({ written, shown, purpose }) => [code(written), shown.en ?? '', prose.inline(purpose)]),
)}
<h2 id="filters">Filters</h2><p>${prose.inline(catalogueWords.filters)}</p>
${filters.map(
  ({ name, purpose, examples }) => html`<h3 id="filter-${name}"><code>${name}</code></h3><p>${prose.inline(purpose)}</p>
${table(['Written', ...exampleLocales.map((locale) => languageNames[locale])], examples.map(filterRow))}`,
)}
<h2 id="variables">Variables</h2><p>${prose.inline(catalogueWords.variables)}</p>
${table(
  ['Variable', 'Type', 'What it is'],
  variables.map(({ path, type, required, purpose }) => [
    code(path),
    type,
    html`${prose.inline(purpose)}${!required && ' May be empty.'}`,
  ]),
)}`,
  };
}

function blockCard(type: string, purpose: string, prose: Prose): Markup {
  return html`<li id="${type}"><div class="window">${drawnBlock(type, 'light')}</div>
<p><a href="${blockPath(type)}"><code>${type}</code></a> ${prose.inline(plainPurpose(purpose))}</p></li>`;
}

/** Marks and tags of a purpose are shown as written. */
export function plainPurpose(purpose: string): string {
  return purpose.replace(/\*\*bold\*\*|_italic_|\[links\]\([^()]{1,60}\)/g, (mark) => `\`${mark}\``);
}

function filterRow({ written, shown }: LanguageExample): readonly (Markup | string)[] {
  return [code(written), ...exampleLocales.map((locale) => shown[locale] ?? '')];
}

const code = (text: string) => html`<code>${text}</code>`;

function table(header: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup {
  return html`<div class="table" tabindex="0"><table><thead><tr>${header.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
