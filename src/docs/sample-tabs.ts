/** One request in six languages, one of them visible: radio buttons work without scripts. */
import { codeBlock } from './code-block.ts';
import { html, type Markup, markup } from './html.ts';
import type { SampleRequest } from './samples/sample-request.ts';
import { languages } from './samples/write-samples.ts';

/** `name` is unique among the radio buttons of a page. */
export function sampleTabs(request: SampleRequest, name: string): Markup {
  const tabs = languages.map(({ id, name: label, write }) => ({ id, label, code: write(request) }));
  return languageTabs(tabs, name, 'Language of the code sample');
}

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

export function languageTabs(tabs: readonly Tab[], name: string, legend: string): Markup {
  return html`<div class="samples">
<fieldset><legend>${legend}</legend>${tabs.map(
    ({ id, label }, at) =>
      html`<label><input type="radio" name="${name}" value="${id}"${markup(at === 0 ? ' checked' : '')}><span>${label}</span></label>`,
  )}</fieldset>
${tabs.map(({ id, code }) => codeBlock(code, id))}
</div>`;
}
