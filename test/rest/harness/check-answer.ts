/** Checks a response against the OpenAPI file: status, headers, body, code. */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect, inject } from 'vitest';
import { restFile } from '../../../src/docs/api-document.ts';
import { errorExample } from '../../../src/docs/error-example.ts';
import { type ErrorCode, errorCodes } from '../../../src/ground/errors/error-codes.ts';
import { readTimestamp } from '../../../src/ground/time/timestamp.ts';
import { definition, type Operation, responseOf } from './contract.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Null without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any body of the OpenAPI file.
  readonly body: any;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const count = /^\d+$/;

const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
ajv.addFormat('date-time', (text) => readTimestamp(text) !== null && /\.\d{3}Z$/.test(text));
ajv.addFormat('uuid', uuid);
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addFormat('email', /@/);
ajv.addFormat('hostname', /^[^\s/]+$/);
ajv.addSchema(definition, 'contract');

const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  // References in the schema begin at the document's root.
  const text = key.replaceAll('"$ref":"#/', '"$ref":"contract#/');
  const made = ajv.compile(JSON.parse(text));
  validators.set(key, made);
  return made;
}

/** Headers by their pattern; optional headers are not checked. */
const headerPatterns: Readonly<Record<string, RegExp>> = {
  'Request-Id': uuid,
  'RateLimit-Limit': count,
  'RateLimit-Remaining': count,
  'RateLimit-Reset': count,
  'Retry-After': /^[1-9]\d*$/,
  'WWW-Authenticate': /^Bearer$/,
};

const examples = JSON.parse(readFileSync(restFile('examples.json'), 'utf8'));

/** Fails the test unless the documentation shows an error of this code with the same fields, and its own sentence. */
function checkExample({ message, code, errors, ...others }: Record<string, unknown> & { code: ErrorCode }): void {
  const shown = Object(errorExample(code, examples, ''));
  const fields = Object.keys({ ...others, message, code, ...(errors === undefined ? {} : { errors }) });
  expect(Object.keys(shown).toSorted(), code).toEqual(fields.toSorted());
  // A process with too much work has a sentence of its own.
  if (message === errorCodes[code] || code === 'unavailable') return;
  // The request decides these sentences, so the example has one of several.
  expect(shown.message, code).not.toBe(errorCodes[code]);
}

/** The body of a response: the value of JSON, the text of a file, null where there is none. */
export function bodyOf(headers: Headers, text: string): unknown {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (text === '') return null;
  return type === 'application/json' || type === '' ? JSON.parse(text) : text;
}

/** An error's code, or nothing. */
export function codeOf({ status, body }: Answered): string {
  return status >= 400 ? String(body?.code) : '';
}

/** Fails the test unless the OpenAPI file has this response of the operation. */
export function checkAnswer(operation: Operation, answered: Answered): void {
  const { status, headers, body } = answered;
  const at = `${operation.id} ${status} ${JSON.stringify(body)?.slice(0, 500)}`;
  const response = responseOf(operation, status);
  if (!response) expect.fail(`not in the OpenAPI file: ${at}`);
  for (const name of Object.keys(response.headers ?? {})) {
    const pattern = headerPatterns[name];
    if (pattern) expect(headers.get(name) ?? '', `${name} of ${at}`).toMatch(pattern);
  }
  expect(headers.get('request-id'), at).toMatch(uuid);
  if (headers.has('idempotent-replayed')) {
    expect(Object.keys(response.headers ?? {}), at).toContain('Idempotent-Replayed');
    expect(headers.get('idempotent-replayed')).toBe('true');
  }
  const schema = response.content?.['application/json']?.schema;
  if (!schema) {
    const [type] = (headers.get('content-type') ?? '').split(';');
    // A file: an empty one has a header, or no line at all.
    if (response.content) expect(Object.keys(response.content), at).toContain(type);
    else expect(body, at).toBeNull();
    return;
  }
  expect(headers.get('content-type'), at).toBe('application/json');
  const validate = validatorOf(schema);
  validate(body);
  expect(validate.errors ?? [], at).toEqual([]);
  if (status < 400) return;
  expect(response['x-codes'], at).toContain(body.code);
  expect(body.request_id, at).toBe(headers.get('request-id'));
  expect(body.doc_url, at).toBe(`${inject('restService').publicUrl}/docs/errors#${body.code}`);
  if (status === 422) expect(Object.keys(body.errors ?? {}), at).not.toEqual([]);
  if (String(body.code).startsWith('url_'))
    expect(Object(errorExample(body.code, examples, '')).errors, at).toEqual(body.errors);
  checkExample(body);
}
