/** An operation as Markdown: what its page says, with each example as a curl command. */
import type { ApiResponse, Operation, Schema } from '../api-document.ts';
import { adaptExample, type Example } from '../examples.ts';
import { fieldsOf, parametersOf } from '../fields.ts';
import { curl } from '../samples/curl.ts';
import { documentOf, fence, jsonFence } from './blocks.ts';
import { fieldLines } from './field-lines.ts';

interface OperationTools {
  readonly resolve: (schema: Schema) => Schema;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  /** The explanation of an error code. */
  readonly meaningOf: (code: string) => string;
}

export function operationMarkdown(
  operation: Operation,
  examples: readonly Example[],
  { resolve, publicUrl, meaningOf }: OperationTools,
): string {
  const { method, path, summary, description, parameters, body, responses } = operation;
  const named = (place: string) =>
    fieldLines(
      parametersOf(
        parameters.filter((parameter) => parameter.in === place),
        resolve,
      ),
      true,
    );
  const list = (title: string, lines: readonly string[]) => lines.length > 0 && `## ${title}\n\n${lines.join('\n')}`;
  return documentOf(
    `# ${summary}`,
    `\`${method} /v1${path}\``,
    description.trim(),
    list('Path', named('path')),
    list('Query', named('query')),
    body && list('Body', fieldLines(fieldsOf(body, resolve), true)),
    ...responses.filter(({ status }) => status < 300).map((response) => successOf(response, resolve)),
    list('Errors', errorsOf(responses, meaningOf)),
    ...examples.map((example) => exampleOf(method, adaptExample(example, { publicUrl, ids: null }), publicUrl)),
  );
}

function successOf({ status, description, schema }: ApiResponse, resolve: (schema: Schema) => Schema): string {
  const lines = schema ? fieldLines(fieldsOf(schema, resolve), false) : [];
  return documentOf(`## Response ${status}`, description.trim(), lines.join('\n')).trimEnd();
}

function errorsOf(responses: readonly ApiResponse[], meaningOf: (code: string) => string): readonly string[] {
  return responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, codes }) => codes.map((code) => `- ${status} \`${code}\`: ${meaningOf(code)}`));
}

function exampleOf(method: string, { title, path, request, status, response }: Example, publicUrl: string): string {
  const sample = {
    method,
    url: `${publicUrl}/v1${path}`,
    apiKey: null,
    ...(request === undefined ? {} : { body: request }),
    hasResponse: response !== undefined,
    isFile: typeof response === 'string',
  };
  return documentOf(
    `## Example: ${title}`,
    fence(curl(sample), 'sh'),
    response === undefined ? `Response ${status}, without a body.` : `Response ${status}:`,
    response !== undefined && (typeof response === 'string' ? fence(response, '') : jsonFence(response)),
  ).trimEnd();
}
