/** The contract as the API reference shows it: with an example of every operation, as a test was really answered. */

import { type ErrorCode, errorCodes } from '../errors.ts';

/** One request and its answer, out of rest/examples.json. */
export interface Example {
  readonly title: string;
  /** Below the version segment, with its query. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response?: unknown;
}

export type Examples = Readonly<Record<string, readonly Example[]>>;

interface Content {
  readonly 'application/json': { readonly schema: object; readonly examples?: object };
}

interface ResponseObject {
  readonly $ref?: string;
  readonly 'x-codes'?: readonly ErrorCode[];
  readonly content?: Content;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly responses: Readonly<Record<string, ResponseObject>> };
}

/** `document` with `examples`, for a service at `publicUrl`. */
export function withExamples(document: ApiDocument, examples: Examples, publicUrl: string): ApiDocument {
  const address = `${publicUrl}/v1`;
  const show = (method: string, operation: OperationObject): OperationObject => {
    const given = examples[operation.operationId] ?? [];
    const [first] = given.filter(({ status }) => status < 300);
    return {
      ...operation,
      description: [operation.description, first && `\`\`\`sh\n${asCurl(method, address, first)}\n\`\`\``]
        .filter(Boolean)
        .join('\n\n'),
      ...(operation.requestBody ? { requestBody: showRequest(operation.requestBody, given) } : {}),
      responses: showResponses(document, operation.responses, given, publicUrl),
    };
  };
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, show(method, operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths), ...{ servers: [{ url: address }] } };
}

function showRequest(body: NonNullable<OperationObject['requestBody']>, given: readonly Example[]) {
  const sent = given.filter(({ status, request }) => status < 300 && request !== undefined);
  return { ...body, content: withExamplesOf(body.content, sent, ({ request }) => request) };
}

function showResponses(
  { components }: ApiDocument,
  responses: OperationObject['responses'],
  given: readonly Example[],
  publicUrl: string,
): OperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const whole = components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;
      const answers = given.filter((example) => String(example.status) === status);
      const shown = answers.length > 0 ? answers : (whole['x-codes'] ?? []).map((code) => refusal(code, publicUrl));
      if (!whole.content) return [status, response];
      return [status, { ...whole, content: withExamplesOf(whole.content, shown, (example) => example.response) }];
    }),
  );
}

/** What a refusal looks like that no test of the examples met: the catalogue has its words. */
function refusal(code: ErrorCode, publicUrl: string): Pick<Example, 'title' | 'response'> {
  const request_id = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';
  return {
    title: code,
    response: {
      message: errorCodes[code],
      code,
      doc_url: `${publicUrl}/docs/errors#${code}`,
      request_id,
      ...(code === 'validation_failed' ? { errors: { body: ['must be a JSON object'] } } : {}),
    },
  };
}

function withExamplesOf<Shown extends { readonly title: string }>(
  content: Content,
  given: readonly Shown[],
  pick: (example: Shown) => unknown,
): Content {
  if (given.length === 0) return content;
  const { schema } = content['application/json'];
  const examples = given.map((example, at) => [`example-${at + 1}`, { summary: example.title, value: pick(example) }]);
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

/** The request, to be pasted into a shell. */
function asCurl(method: string, address: string, { path, request }: Example): string {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  const lines = [`curl${verb} ${shellWord(`${address}${path}`)}`, `-H "Authorization: Bearer $TIDINGS_API_KEY"`];
  if (request !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(request, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

function shellWord(text: string): string {
  return /^[\w:/.,@%+-]+$/.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
