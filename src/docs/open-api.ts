/**
 * /docs/openapi.json: the OpenAPI file as 3.1, with recorded examples, code samples and the webhooks. The file itself
 * stays at 3.0, whose schemas check requests; 3.0 has no webhooks.
 */
import { webhookTypes } from '../webhooks/webhook-types.ts';
import {
  type Content,
  type Contract,
  follow,
  type RawOperation,
  type RawResponse,
  type Reference,
} from './api-document.ts';
import { adaptExample, type Example, type Examples, type WebhookExamples } from './examples.ts';
import { languages } from './samples/write-samples.ts';
import { type DataField, webhookHelp } from './webhook-help.ts';

interface Sources {
  readonly contract: Contract;
  readonly examples: Examples;
  readonly webhookExamples: WebhookExamples;
  readonly publicUrl: string;
  /** The body of an error without an example. */
  readonly errorExample: (code: string) => unknown;
}

/** The document, ready to be serialised. */
export function openApi(sources: Sources): object {
  const { contract, examples, webhookExamples, publicUrl } = sources;
  const { document } = contract;
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        withExamples(method, operation, examples[operation.operationId] ?? [], sources),
      ]),
    ),
  ]);
  return toOpenApi31({
    ...document,
    openapi: '3.1.0',
    servers: [{ url: `${publicUrl}/v1` }],
    paths: Object.fromEntries(paths),
    webhooks: Object.fromEntries(webhookTypes.map((type) => [type, webhookOf(type, webhookExamples[type])])),
  }) as object;
}

function withExamples(method: string, operation: RawOperation, recorded: readonly Example[], sources: Sources): object {
  const given = recorded.map((example) => adaptExample(example, { publicUrl: sources.publicUrl, ids: null }));
  const [first] = given.filter(({ status }) => status < 300);
  const sent = given.filter(({ status, request }) => status < 300 && request !== undefined);
  const { requestBody } = operation;
  return {
    ...operation,
    ...(requestBody
      ? { requestBody: { ...requestBody, content: shown(requestBody.content, sent, ({ request }) => request) } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        responseOf(status, response, given, sources),
      ]),
    ),
    ...(first ? { 'x-codeSamples': codeSamples(method, first, sources.publicUrl) } : {}),
  };
}

function codeSamples(method: string, { path, request, response }: Example, publicUrl: string): readonly object[] {
  const sample = {
    method: method.toUpperCase(),
    url: `${publicUrl}/v1${path}`,
    apiKey: null,
    ...(request === undefined ? {} : { body: request }),
    hasResponse: response !== undefined,
    isFile: typeof response === 'string',
  };
  return languages.map(({ name, write }) => ({ lang: name === 'curl' ? 'Shell' : name, source: write(sample) }));
}

function responseOf(
  status: string,
  response: RawResponse | Reference,
  given: readonly Example[],
  { contract, errorExample }: Sources,
): object {
  const whole = follow<RawResponse>(contract.document, response);
  if (!whole.content) return response;
  const answers = given.filter((example) => String(example.status) === status);
  const words = (whole['x-codes'] ?? []).map((code) => ({ title: code, response: errorExample(code) }));
  const responses: readonly Pick<Example, 'title' | 'response'>[] = answers.length > 0 ? answers : words;
  return { ...whole, content: shown(whole.content, responses, (example) => example.response) };
}

function shown<Shown extends { readonly title: string }>(
  content: Content,
  given: readonly Shown[],
  pick: (example: Shown) => unknown,
): Content {
  if (given.length === 0) return content;
  const { schema } = content['application/json'] ?? {};
  // A file, whose kinds have examples of their own.
  if (schema === undefined) return content;
  const examples = given.map((example, at) => [`example-${at + 1}`, { summary: example.title, value: pick(example) }]);
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

function webhookOf(type: (typeof webhookTypes)[number], example: unknown): object {
  const { when, todo, data } = webhookHelp[type];
  const schema = {
    type: 'object',
    required: ['id', 'type', 'source', 'created_at', 'simulated', 'workspace', 'data'],
    properties: {
      id: { type: 'string', description: 'The webhook’s own id, the same at each delivery. Deduplicate on it.' },
      type: { type: 'string', const: type },
      source: { type: 'string', enum: ['recipient', 'service'] },
      created_at: {
        type: 'string',
        format: 'date-time',
        description: 'When the thing happened, not when it was sent.',
      },
      simulated: { type: 'boolean', description: 'Whether a simulator address caused it.' },
      workspace: {
        type: ['object', 'null'],
        required: ['id', 'reference'],
        properties: { id: { type: 'string' }, reference: { type: ['string', 'null'] } },
      },
      data: dataSchema(data),
    },
  };
  const headers = ['Service-Webhook-Id', 'Service-Webhook-Timestamp', 'Service-Webhook-Signature'];
  return {
    post: {
      operationId: `webhook.${type}`,
      tags: ['Webhooks'],
      summary: type,
      description: `${when}\n\n${todo}`,
      security: [],
      parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: { recorded: { value: example } } } },
      },
      responses: { '2XX': { description: 'Received. Any other response is retried for 3 days.' } },
    },
  };
}

/** A field may be absent if only one of several is present: `contact` and `recipient` of a message. */
function dataSchema(fields: readonly DataField[]): object {
  const names = fields.filter(({ optional }) => !optional).map(({ name }) => name);
  const required = names.includes('recipient') ? names.filter((name) => !/^(?:contact|recipient)$/.test(name)) : names;
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
  };
}

function fieldSchema({ name, type, description, values, fields }: DataField): object {
  const choice = values ? { type: 'string', enum: Object.keys(values) } : undefined;
  if (type === 'list') return { type: 'array', description, items: choice ?? dataSchema(fields ?? []) };
  if (type === 'object') {
    return { ...(fields ? dataSchema(fields) : { type, additionalProperties: { type: 'string' } }), description };
  }
  const mayBeNull = name === 'reference' || name === 'idempotency_key';
  return { ...(choice ?? { type: mayBeNull ? ['string', 'null'] : type }), description };
}

/** Extensions for readers and their tools; the others are internal. */
const shownExtensions: ReadonlySet<string> = new Set(['x-codes', 'x-codeSamples']);

function isShown(key: string): boolean {
  return !key.startsWith('x-') || shownExtensions.has(key);
}

/** `nullable` becomes a type: the one change in 3.1 that concerns this file. */
function toOpenApi31(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOpenApi31);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as { readonly nullable?: unknown; readonly type?: unknown };
  const inner = Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => isShown(key))
      .map(([key, item]) => [key, key === 'value' ? item : toOpenApi31(item)]),
  );
  return nullable === true && typeof rest.type === 'string' ? { ...inner, type: [rest.type, 'null'] } : inner;
}
