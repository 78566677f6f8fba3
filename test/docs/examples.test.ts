import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Example } from '../../src/docs/examples.ts';
import { readTimestamp } from '../../src/ground/time/timestamp.ts';
import { definition, operationOf, operations, responseOf } from '../rest/harness/contract.ts';
import { recordExamples } from './record-examples.ts';

let examples: Readonly<Record<string, readonly Example[]>>;
beforeAll(async () => {
  examples = await recordExamples();
});

it('rest/examples.json is what the service answers; npx vitest run test/docs -u renews it', async () => {
  const inOrder = Object.fromEntries(operations.map(({ id }) => [id, examples[id] ?? []]));
  await expect(`${JSON.stringify(inOrder, null, 2)}\n`).toMatchFileSnapshot('../../rest/examples.json');
});

describe('every operation has an example', () => {
  it.each(operations.map(({ id }) => id))('%s', (id) => {
    const given = examples[id] ?? [];
    const statuses = operationOf(id)
      .responses.map(({ status }) => status)
      // The demo platform has a domain: it cannot get its first one.
      .filter(
        (status) =>
          status < 300 && !(id === 'saveSendingDomain' && status === 201) && !(id === 'saveBrand' && status === 201),
      );
    expect(statuses.length).toBeGreaterThan(0);
    expect(given.map(({ status }) => status)).toEqual(expect.arrayContaining(statuses));
  });
});

const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
ajv.addFormat('date-time', (text) => readTimestamp(text) !== null);
for (const format of ['uuid', 'uri', 'email', 'hostname']) ajv.addFormat(format, true);
ajv.addSchema(definition, 'contract');

function faultsOf(schema: object, value: unknown) {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/')));
  validate(value);
  return validate.errors ?? [];
}

it('every example is as the contract says, and refusals carry codes that it lists', () => {
  for (const [id, given] of Object.entries(examples)) {
    const operation = operationOf(id);
    const { body } = operation;
    for (const { title, status, request, response } of given) {
      const at = `${id}: ${title}`;
      const promised = responseOf(operation, status);
      expect(promised, at).toBeDefined();
      const schema = promised?.content?.['application/json']?.schema;
      if (schema) expect(faultsOf(schema, response), at).toEqual([]);
      else expect(typeof response, at).toBe(promised?.content ? 'string' : 'undefined');
      if (body && status < 400) expect(faultsOf(body, request), at).toEqual([]);
      if (status >= 400) expect(promised?.['x-codes'], at).toContain(Object(response).code);
    }
  }
});

it('no example shows a secret that could be anybody’s', () => {
  const text = JSON.stringify(examples);
  expect(text).not.toMatch(/td_[0-9A-Za-z]{40}/);
  expect(text.match(/whsec_[A-Za-z0-9+/=]+/g)?.every((secret) => secret.startsWith('whsec_ZXhhbXBsZ'))).toBe(true);
});
