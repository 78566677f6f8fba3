/**
 * The form that sends a request from the browser to this service. A script unhides the form, which does not work
 * without it.
 */
import type { Operation } from './api-document.ts';
import type { Example } from './examples.ts';
import { html, type Markup } from './html.ts';

/** `apiKey`: the key of the local run; null elsewhere, where the reader types one and the page keeps none. */
export function tryIt({ method, path, parameters }: Operation, example: Example, apiKey: string | null): Markup {
  const [shownPath = '', search = ''] = example.path.split('?');
  const values = valuesOf(path, shownPath);
  const query = new URLSearchParams(search);
  const written = parameters.filter((parameter) => parameter.in !== 'header');
  const names = written.map(({ name, in: place }) => ({
    name,
    place,
    value: place === 'path' ? (values[name] ?? '') : (query.get(name) ?? ''),
  }));
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form data-method="${method}" data-path="${path}" data-keeps-key="${apiKey === null ? 'no' : 'yes'}">
<label><span>API key</span><input name="api-key" type="password" autocomplete="off" spellcheck="false" value="${apiKey ?? ''}" required></label>
${names.map(
  ({ name, place, value }) =>
    html`<label><span><code>${name}</code></span><input data-place="${place}" name="${name}" value="${value}" spellcheck="false" autocomplete="off"></label>`,
)}
${
  example.request !== undefined &&
  html`<label><span>Body</span><textarea name="request-body" rows="8" spellcheck="false">${JSON.stringify(example.request, null, 2)}</textarea></label>`
}
<button type="submit">Send ${method}</button>
</form>
<div class="answer" role="status"></div>
</details>`;
}

/** Returns the values in `path` at the places where `template` has braces. */
function valuesOf(template: string, path: string): Readonly<Record<string, string>> {
  const parts = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((part, at) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      return name === undefined ? [] : [[name, decodeURIComponent(parts[at] ?? '')]];
    }),
  );
}
