/** Ajv's checks of a request, compiled by openapi-backend for the OpenAPI file. */
import { type OpenAPIBackend, OpenAPIValidator, type ValidationResult } from 'openapi-backend';
import { readTimestamp } from '../src/ground/time/timestamp.ts';

/** Values of a body up to which all of its faults are reported; a larger body gets only its first fault. */
const thoroughNodes = 10_000;

/** A fault of Ajv; `verbose`, so that it carries its schema and the value. */
export type SchemaFault = NonNullable<ValidationResult['errors']>[number];
export type Validate = (value: unknown) => readonly SchemaFault[];

/** Characters are code points; a UTF-16 text has at least half as many code points as units. */
const lengthKeywords: readonly (readonly [keyword: string, fits: (text: string, limit: number) => boolean])[] = [
  ['minLength', (text, limit) => text.length >= 2 * limit || [...text].length >= limit],
  ['maxLength', (text, limit) => text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit)],
];

/**
 * Each operation has two instances of Ajv, made at its first request. Each would compile the meta-schema to check the
 * schemas, which a test checks, and improve code that V8 improves itself: 60 ms, in which
 * the process does nothing else.
 */
const compiledQuickly = { meta: false, validateSchema: false, code: { optimize: false } };

/** Checks that stop at the first fault, and checks that find all. */
export interface Validators {
  readonly first: OpenAPIValidator;
  readonly all: OpenAPIValidator;
}

export function createValidators(api: OpenAPIBackend): Validators {
  const validatorOf = (allErrors: boolean) =>
    new OpenAPIValidator({
      definition: api.definition,
      router: api.router,
      // The tests check responses; here only the checks of requests are compiled.
      lazyCompileValidators: true,
      ajvOpts: { strict: false, allErrors, verbose: true, ...compiledQuickly },
      customizeAjv: (ajv) => {
        ajv.addFormat('date-time', (text) => readTimestamp(text) !== null);
        // Ajv's own check would read a text of 32 MiB to count its characters.
        for (const [keyword, fits] of lengthKeywords) {
          const compile = (limit: number) => (text: string) => fits(text, limit);
          ajv.removeKeyword(keyword).addKeyword({ keyword, type: 'string', schemaType: 'number', compile });
        }
        // Left to the verbs, which check them better than a pattern.
        for (const format of ['email', 'uri', 'uuid', 'hostname']) ajv.addFormat(format, true);
        return ajv;
      },
    });
  return { first: validatorOf(false), all: validatorOf(true) };
}

/**
 * Returns all faults of a small value, the first fault of a large one, since a hundred thousand faults take as many
 * objects.
 */
export function checkInTwo(first: Validate, all: () => Validate, value: unknown): readonly SchemaFault[] {
  const found = first(value);
  return found.length === 0 || !hasFewNodes(value) ? found : all()(value);
}

function hasFewNodes(value: unknown): boolean {
  const open = [value];
  for (let nodes = 0; open.length > 0; ) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    nodes += inner.length;
    if (nodes > thoroughNodes) return false;
    open.push(...inner);
  }
  return true;
}

export function checkWith(check: ReturnType<OpenAPIValidator['getRequestValidatorsForOperation']>[number]): Validate {
  return (value) => {
    check(value);
    return check.errors ?? [];
  };
}
