/** What the console shows of an event type for copying: the service takes the example, and the shapes agree with it. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import ts from 'typescript-5';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { emitCommand } from '../../src/console/parts/events/shapes/emit-command.ts';
import { examplePayload } from '../../src/console/parts/events/shapes/example-payload.ts';
import { type PayloadField, typeName } from '../../src/console/parts/events/shapes/payload-field.ts';
import { typescriptType } from '../../src/console/parts/events/shapes/typescript-type.ts';
import { zodSchema } from '../../src/console/parts/events/shapes/zod-schema.ts';
import { checkFields } from '../../src/event-types/check-fields.ts';
import { checkPayload } from '../../src/event-types/check-payload.ts';
import type { EventField } from '../../src/event-types/event-field.ts';

const scalar = fc.constantFrom('string', 'number', 'boolean', 'date', 'datetime', 'url', 'email');
const name = fc
  .stringMatching(/^[a-z_][A-Za-z0-9_]{0,8}$/)
  .filter((text) => !/^__|^constructor$|^prototype$/.test(text));

/** Fields as a caller may save them. */
function fieldsArb(levels: number): fc.Arbitrary<readonly object[]> {
  const plain = fc.record({ name, type: scalar, required: fc.boolean() });
  const list = fc.record({
    name,
    type: fc.constant('list'),
    required: fc.boolean(),
    items: fc.record({ type: scalar }),
  });
  const inner = levels > 1 ? fieldsArb(levels - 1) : fc.constant([]);
  const nested = fc.record({ name, type: fc.constantFrom('object', 'list'), required: fc.boolean(), fields: inner });
  const one = levels > 1 ? fc.oneof(plain, list, nested) : fc.oneof(plain, list);
  return fc.uniqueArray(one, { maxLength: 5, selector: (field) => field.name });
}

const types = fieldsArb(3).map((fields) => checkFields(fields));

/** The schema that the text makes. */
function schemaOf(fields: readonly EventField[]): z.ZodType {
  const source = zodSchema('order.shipped', fields as readonly PayloadField[]);
  const [, code] = /export const orderShippedPayload = ([\s\S]*?);\n\nexport type/.exec(source) ?? [];
  return new Function('z', `return ${code};`)(z);
}

test('the service takes each example, and so does the schema', () => {
  fc.assert(
    fc.property(types, (fields) => {
      const payload = examplePayload(fields as readonly PayloadField[]);
      expect(checkPayload(fields, payload)).toEqual({});
      expect(schemaOf(fields).safeParse(payload).error).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

test('the schema and the service agree on a payload with one value changed, left out or added', () => {
  const wrong = fc.constantFrom(
    null,
    1,
    'x',
    true,
    [],
    {},
    'ada@example.com',
    '2026-02-30',
    'ftp://example.com',
    undefined,
  );
  fc.assert(
    fc.property(types, fc.nat(), wrong, fc.boolean(), (fields, at, value, adds) => {
      const payload: Record<string, unknown> = { ...examplePayload(fields as readonly PayloadField[]) };
      const names = Object.keys(payload);
      if (adds || names.length === 0) payload.not_a_field = value;
      else if (value === undefined) delete payload[names[at % names.length] ?? ''];
      else payload[names[at % names.length] ?? ''] = value;
      const taken = Object.keys(checkPayload(fields, payload)).length === 0;
      expect([payload, schemaOf(fields).safeParse(payload).success]).toEqual([payload, taken]);
    }),
    { numRuns: 500 },
  );
});

test('examples fit the types, and a type refuses what lacks a field', () => {
  const samples = fc.sample(types, { numRuns: 40, seed: 7 });
  const code = samples.map((fields, at) => {
    const known = fields as readonly PayloadField[];
    const type = typescriptType(`sample.n${at}`, known);
    return `${type}export const example${at}: ${typeName(`sample.n${at}`)} = ${JSON.stringify(examplePayload(known))};`;
  });
  const required = typescriptType('lacking', [{ name: 'day', type: 'date', required: true }]);
  expect(diagnosticsOf([...code, required, 'export const good: Lacking = { day: "2026-01-31" };'].join('\n'))).toEqual(
    [],
  );
  expect(diagnosticsOf(`${required}export const bad: Lacking = {};`)).toEqual([2741]);
});

/** The codes of what the compiler says of a file. */
function diagnosticsOf(code: string): readonly number[] {
  const file = 'shapes.ts';
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    lib: ['lib.es5.d.ts'],
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(file, code, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => diagnostic.code);
}

test('names of types are names of TypeScript', () => {
  expect(['order.shipped', 'a-b_c.d', '2fa.code', 'Order'].map(typeName)).toEqual([
    'OrderShipped',
    'ABCD',
    'Event2faCode',
    'Order',
  ]);
});

test('the command is one that a shell reads as it was meant, with quotes in a fallback too', () => {
  const payload = examplePayload([
    { name: 'greeting', type: 'string', required: false, fallback: `it's "you" $HOME \`x\`` },
  ]);
  const command = emitCommand({ origin: 'https://tidings.example', workspace: 'ref:shop', eventType: 'a.b', payload });
  const printed = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], {
    env: { TIDINGS_API_KEY: 'td_x' },
    encoding: 'utf8',
  });
  const [flag, verb, url, ...rest] = printed.split('\n');
  expect([flag, verb, url]).toEqual(['-X', 'POST', 'https://tidings.example/v1/workspaces/ref:shop/events']);
  const body = JSON.parse(
    rest
      .slice(rest.indexOf('-d') + 1)
      .join('\n')
      .replace(/\n$/, ''),
  );
  expect(rest).toContain('Authorization: Bearer td_x');
  expect(body).toEqual({
    type: 'a.b',
    idempotency_key: 'try-a.b-1',
    recipient: { email: 'delivered@simulator.test' },
    payload: { greeting: `it's "you" $HOME \`x\`` },
  });
});

test('a workspace that is not known has a place in the command', () => {
  const command = emitCommand({ origin: 'https://t.example', workspace: null, eventType: 'a', payload: {} });
  expect(command).toContain('/v1/workspaces/WORKSPACE/events');
});
