import { readFile } from 'node:fs/promises';
import { type Document, OpenAPIBackend, OpenAPIValidator } from 'openapi-backend';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { errorStatuses } from '../../src/ground/errors/error-status.ts';

/** Every operation of the OpenAPI file, with its statuses of success. */
const contract = `
DELETE /brand 204
DELETE /event-types/{name} 204
DELETE /files/{id} 204
DELETE /keys/{id} 204
DELETE /layouts/{name} 204
DELETE /pictures/{id} 204
DELETE /sending-domain 204
DELETE /topics/{key} 204
DELETE /webhook-endpoints/{id} 204
DELETE /webhook-secrets/{id} 204
DELETE /workspaces/{workspace} 204
DELETE /workspaces/{workspace}/contacts/{contact} 204
DELETE /workspaces/{workspace}/contacts/{contact}/tags/{key} 204
DELETE /workspaces/{workspace}/suppressions/{id} 204
DELETE /workspaces/{workspace}/topics/{key} 204
GET /attribute-definitions 200
GET /brand 200
GET /event-types 200
GET /event-types/{name} 200
GET /event-types/{name}/template 200
GET /event-types/{name}/template/translations/{locale} 200
GET /event-types/{name}/template/versions 200
GET /figures 200
GET /files 200
GET /files/{id} 200
GET /key 200
GET /keys 200
GET /layouts 200
GET /layouts/{name} 200
GET /messages 200
GET /pictures 200
GET /pictures/{id} 200
GET /refused-emits 200
GET /sending-domain 200
GET /topics 200
GET /topics/{key} 200
GET /webhook-endpoints 200
GET /webhook-endpoints/{id} 200
GET /webhook-redeliveries/{id} 200
GET /webhook-secrets 200
GET /webhooks 200
GET /webhooks/{id} 200
GET /workspaces 200
GET /workspaces/{workspace} 200
GET /workspaces/{workspace}/contacts 200
GET /workspaces/{workspace}/contacts/exports 200
GET /workspaces/{workspace}/contacts/{contact} 200
GET /workspaces/{workspace}/erasures/{id} 200
GET /workspaces/{workspace}/events 200
GET /workspaces/{workspace}/events/{id} 200
GET /workspaces/{workspace}/explanation 200
GET /workspaces/{workspace}/figures 200
GET /workspaces/{workspace}/imports 200
GET /workspaces/{workspace}/imports/{id} 200
GET /workspaces/{workspace}/imports/{id}/faults 200
GET /workspaces/{workspace}/messages 200
GET /workspaces/{workspace}/messages/{id} 200
GET /workspaces/{workspace}/messages/{id}/content 200
GET /workspaces/{workspace}/messages/{id}/replies 200
GET /workspaces/{workspace}/messages/{id}/replies/{reply} 200
GET /workspaces/{workspace}/messages/{id}/replies/{reply}/attachments/{position} 200
GET /workspaces/{workspace}/suppressions 200
GET /workspaces/{workspace}/suppressions/exports 200
GET /workspaces/{workspace}/topics/{key} 200
PATCH /attribute-definitions/{key} 200
PATCH /keys/{id} 200
PATCH /topics/{key} 200
PATCH /webhook-endpoints/{id} 200
PATCH /workspaces/{workspace} 200
PATCH /workspaces/{workspace}/messages/{id} 200
POST /attribute-definitions 201
POST /event-types/{name}/template/preview 200
POST /event-types/{name}/template/translations 200
POST /event-types/{name}/template/versions/{version}/restore 200
POST /events/batch 200
POST /files 201
POST /keys 201
POST /layouts/{name}/preview 200
POST /pictures 200 201
POST /sending-domain/verify 202
POST /topics 201
POST /webhook-endpoints 201
POST /webhook-endpoints/{id}/pause 200
POST /webhook-endpoints/{id}/redeliver 202
POST /webhook-endpoints/{id}/resume 200
POST /webhook-endpoints/{id}/test 202
POST /webhook-secrets 201
POST /webhooks/{id}/redeliver 202
POST /workspaces 201
POST /workspaces/{workspace}/contacts/batch 200
POST /workspaces/{workspace}/contacts/imports 202
POST /workspaces/{workspace}/contacts/{contact}/tags 200
POST /workspaces/{workspace}/erasures 202
POST /workspaces/{workspace}/events 202
POST /workspaces/{workspace}/events/batch 200
POST /workspaces/{workspace}/imports/{id}/cancel 200
POST /workspaces/{workspace}/messages/{id}/cancel 200
POST /workspaces/{workspace}/messages/{id}/resend 202
POST /workspaces/{workspace}/resume 200
POST /workspaces/{workspace}/suppressions 200
POST /workspaces/{workspace}/suppressions/imports 202
POST /workspaces/{workspace}/suppressions/{id}/lift 204
POST /workspaces/{workspace}/suspend 200
PUT /brand 200 201
PUT /event-types/{name} 200 201
PUT /event-types/{name}/template 200 201
PUT /layouts/{name} 200 201
PUT /sending-domain 200 201
PUT /workspaces/{workspace}/contacts/{contact} 200 201
PUT /workspaces/{workspace}/topics/{key} 200
`;

type Tree = { [key: string]: Tree };

const text = await readFile(new URL('../../rest/openapi.yaml', import.meta.url), 'utf8');
const definition: Document = parse(text);
const api = await new OpenAPIBackend({ definition, strict: true, validate: false }).init();
const operations = api.getOperations();

it('has every operation of the contract and no other', () => {
  const listed = operations.map(({ method, path, responses = {} }) => {
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
    return [method.toUpperCase(), path, ...successes].join(' ');
  });
  expect(listed.toSorted()).toEqual(contract.trim().split('\n'));
});

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s says what it answers, with which headers and codes',
  (_id, { responses = {} }) => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '422', '429', '500', '503']));
    for (const [status, response] of Object.entries(responses) as [string, Tree][]) {
      expect(response.description, status).toBeTypeOf('string');
      expect(Object.keys(response.headers ?? {}), status).toContain('Request-Id');
      if (!['401', '500', '503'].includes(status))
        expect(Object.keys(response.headers ?? {})).toContain('RateLimit-Reset');
      const codes = (response['x-codes'] ?? []) as unknown as readonly (keyof typeof errorStatuses)[];
      expect(codes.length > 0, status).toBe(!/^[23]/.test(status));
      for (const code of codes) expect(errorStatuses[code], code).toBe(Number(status));
    }
  },
);

it('has valid JSON Schemas for each body and parameter, which the service compiles without a check', async () => {
  const api = await new OpenAPIBackend({ definition: parse(text), strict: true, validate: false }).init();
  const { definition, router } = api;
  const ajvOpts = { strict: false, validateFormats: false, logger: false } as const;
  const validator = new OpenAPIValidator({ definition, router, lazyCompileValidators: true, ajvOpts });
  for (const { operationId = '' } of api.getOperations()) {
    expect(() => validator.getRequestValidatorsForOperation(operationId), operationId).not.toThrow();
  }
});

it('lets generators leave out what has a default', () => {
  // openapi-typescript requires a field with the keyword, `{ name, type }` of an event type and a short template fail.
  const withKeyword: string[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    const isSchema = 'type' in value || 'allOf' in value || '$ref' in value;
    if (isSchema && 'default' in value) withKeyword.push(path);
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
  };
  // The backend has put each reference's target in its place, in circles too.
  const written: unknown = parse(text);
  visit(written, '');
  expect(withKeyword).toEqual([]);
  expect(JSON.stringify(written).match(/"x-default":/g)?.length).toBeGreaterThan(10);
});

it('closes every body but where the caller’s own content begins', () => {
  const open: string[] = [];
  const visit = (schema: Tree, path: string, seen: readonly Tree[]) => {
    if (seen.includes(schema)) return;
    if ((schema.type as unknown) === 'object' && schema.additionalProperties === undefined) open.push(path);
    for (const key of ['items', 'additionalProperties'] as const) {
      if (typeof schema[key] === 'object') visit(schema[key], `${path}.${key}`, [...seen, schema]);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(property, `${path}.${name}`, [...seen, schema]);
    for (const choice of Object.values({ ...schema.anyOf, ...schema.oneOf, ...schema.allOf })) {
      visit(choice, path, [...seen, schema]);
    }
  };
  for (const { operationId = '', requestBody } of operations) {
    const body = requestBody as { content: { 'application/json'?: { schema: Tree } } } | undefined;
    const json = body?.content['application/json'];
    if (json) visit(json.schema, operationId, []);
  }
  // The size of `fields: {}` is limited to zero.
  expect(open).toEqual(['saveEventType.fields']);
});
