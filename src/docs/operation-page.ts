/** /docs/api/<operation>: its description, fields and responses, with its examples in a second column. */
import type { ApiResponse, Operation, Schema } from './api-document.ts';
import { codeBlock, jsonBlock } from './code-block.ts';
import { adaptExample, type Example } from './examples.ts';
import { fieldList } from './field-list.ts';
import { type Field, fieldsOf, parametersOf } from './fields.ts';
import type { Content } from './frame.ts';
import { html, type Markup } from './html.ts';
import type { LocalRun } from './local-run.ts';
import type { Prose } from './prose.ts';
import { sampleTabs } from './sample-tabs.ts';
import { curl } from './samples/curl.ts';
import type { SampleRequest } from './samples/sample-request.ts';
import { errorPath, operationPath } from './site-map.ts';
import { tryIt } from './try-it.ts';

export interface OperationTools {
  readonly prose: Prose;
  readonly resolve: (schema: Schema) => Schema;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly local: LocalRun | null;
  /** The explanation of an error code. */
  readonly meaningOf: (code: string) => string;
}

export function operationPage(operation: Operation, recorded: readonly Example[], tools: OperationTools): Content {
  const { slug, tag, method, path, summary, description } = operation;
  const examples = recorded.map((example) =>
    adaptExample(example, { publicUrl: tools.publicUrl, ids: tools.local?.ids ?? null }),
  );
  const main = examples.find(({ status }) => status < 300);
  return {
    path: operationPath(slug),
    title: summary,
    layout: 'wide',
    body: html`<article>
<p class="eyebrow">${tag}</p>
<h1>${summary}</h1>
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>/v1${path}</code></p>
${description !== '' && tools.prose.block(description)}
${requestOf(operation, tools)}
${operation.responses.filter(({ status }) => status < 400).map((response) => successOf(response, tools))}
${errorsOf(
  operation.responses.filter(({ status }) => status >= 400),
  tools,
)}
</article>
<aside aria-label="Examples">${main && exampleOf(operation, main, tools)}
${examples.filter((example) => example !== main).map((example) => furtherExample(operation, example, tools))}
</aside>`,
  };
}

function requestOf({ parameters, body }: Operation, { prose, resolve }: OperationTools): Markup {
  const named = (place: string) =>
    parametersOf(
      parameters.filter((parameter) => parameter.in === place),
      resolve,
    );
  const part = (title: string, fields: readonly Field[], note = '') => {
    const list = fieldList(fields, prose, 'request');
    return list && html`<h2>${title}</h2>${note !== '' && html`<p>${prose.inline(note)}</p>`}${list}`;
  };
  return html`${part('Path', named('path'))}
${part('Query', named('query'))}
${part('Header', named('header'))}
${body && part('Body', fieldsOf(body, resolve), resolve(body).description)}`;
}

function successOf({ status, description, schema }: ApiResponse, { prose, resolve }: OperationTools): Markup {
  const heading = html`<h2>Response <code>${status}</code></h2><p>${prose.inline(description)}</p>`;
  return html`${heading}${schema && fieldList(fieldsOf(schema, resolve), prose, 'response')}`;
}

/** Folded: most errors are the same for every operation. */
function errorsOf(responses: readonly ApiResponse[], { meaningOf, prose }: OperationTools): Markup {
  const codes = responses.flatMap(({ status, codes }) => codes.map((code) => ({ status, code })));
  return html`<h2>Errors</h2>
<details class="errors"><summary>${codes.length} codes: ${[...new Set(codes.map(({ status }) => status))].join(', ')}</summary>
<ul>${codes.map(
    ({ status, code }) =>
      html`<li><span class="status">${status}</span> <a href="${errorPath(code)}"><code>${code}</code></a> <span>${prose.inline(meaningOf(code))}</span></li>`,
  )}</ul></details>`;
}

function exampleOf(operation: Operation, example: Example, tools: OperationTools): Markup {
  return html`<section class="example"><h2>${example.title}</h2>
${sampleTabs(sampleOf(operation, example, tools), 'sample')}
${tryIt(operation, example, tools.local?.apiKey ?? null)}
${responseOf(example)}
</section>`;
}

function furtherExample(operation: Operation, example: Example, tools: OperationTools): Markup {
  return html`<details class="example"><summary><span class="status ${statusClass(example)}">${example.status}</span> ${example.title}</summary>
${codeBlock(curl(sampleOf(operation, example, tools)), 'bash')}
${responseOf(example)}
</details>`;
}

function responseOf(example: Example): Markup {
  const { status, response } = example;
  const title = html`<p class="answered">Response <span class="status ${statusClass(example)}">${status}</span></p>`;
  return response === undefined
    ? html`${title}<p class="empty">No body.</p>`
    : html`${title}${typeof response === 'string' ? codeBlock(response, 'text') : jsonBlock(response)}`;
}

const statusClass = ({ status }: Example) => (status < 400 ? 'good' : 'bad');

function sampleOf({ method }: Operation, { path, request, response }: Example, tools: OperationTools): SampleRequest {
  return {
    method,
    url: `${tools.publicUrl}/v1${path}`,
    apiKey: tools.local?.apiKey ?? null,
    ...(request === undefined ? {} : { body: request }),
    hasResponse: response !== undefined,
    isFile: typeof response === 'string',
  };
}
