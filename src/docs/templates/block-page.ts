/** /docs/templates/<block>: pictures, attributes, texts, and the example by which the pictures are drawn. */
import { blockViews, type DescribedBlock } from '../../../emails/index.ts';
import { jsonBlock } from '../code-block.ts';
import { fieldList } from '../field-list.ts';
import type { Content } from '../frame.ts';
import { html } from '../html.ts';
import type { Prose } from '../prose.ts';
import { blockPath } from '../site-map.ts';
import { blockFields } from './block-fields.ts';
import { plainPurpose } from './catalogue-page.ts';
import { drawnBlock, viewWords } from './drawn-block.ts';

export function blockPage(block: DescribedBlock, prose: Prose): Content {
  const { type, purpose, attributes, columnAttributes, example } = block;
  return {
    path: blockPath(type),
    title: type,
    layout: 'wide',
    body: html`<article>
<p class="eyebrow">Block</p>
<h1>${type}</h1>
<p class="lead">${prose.inline(plainPurpose(purpose))}</p>
${blockViews.map(
  (view) => html`<figure class="drawing"><figcaption>${viewWords[view]}</figcaption>${drawnBlock(type, view)}</figure>`,
)}
<h2>Attributes</h2>${fieldList(blockFields(attributes), prose, 'request') ?? html`<p>None.</p>`}
${columnAttributes && html`<h2>Attributes of each column</h2>${fieldList(blockFields(columnAttributes), prose, 'request')}`}
${factsOf(block).map((fact) => html`<p>${prose.inline(fact)}</p>`)}
</article>
<aside aria-label="Example"><section class="example"><h2>Example</h2>${jsonBlock(example)}</section></aside>`,
  };
}

/** What the attributes do not say. */
export function factsOf({ holds, texts, repeats }: DescribedBlock): readonly string[] {
  const read = texts.filter(({ kind }) => kind !== 'href' && kind !== 'src').map(({ path }) => `\`${path}\``);
  const translated = texts.filter(({ localizable }) => localizable).map(({ path }) => `\`${path}\``);
  const items = texts.filter(({ readsItem }) => readsItem).map(({ path }) => `\`${path}\``);
  return [
    ...(holds === 'children' ? ['It holds other blocks in `children`.'] : []),
    ...(holds === 'columns' ? ['It holds columns in `columns`, and each column other blocks in `children`.'] : []),
    ...(read.length > 0 ? [`Texts with [tags](/docs/templates#tags): ${read.join(', ')}.`] : []),
    ...(translated.length > 0 ? [`Translated: ${translated.join(', ')}.`] : []),
    ...(repeats && items.length > 0
      ? [`Once for each item of its list, whose fields these read: ${items.join(', ')}.`]
      : []),
  ];
}
