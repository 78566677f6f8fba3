/**
 * The documents of rest/operations, parsed and validated once at the start and paired with the operations of the
 * OpenAPI file. All mismatches are reported at once: an operation without document, a document without operation, a
 * parameter or body field that no variable takes.
 *
 * A document has one root field, and its alias decides the response:
 *
 * - `data`: the response is `{data}`. Further root fields become fields of the resource, under their aliases.
 * - `page`: a connection; the response is a page of its rows.
 * - `result`: a mutation's payload; the response is the payload's selection, aliases as written, without `created`
 * (which chooses between 201 and 200) and `replayed` (which becomes the header `Idempotent-Replayed`).
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  parse,
  separateOperations,
  typeFromAST,
  validate,
} from 'graphql';
import type { BodySchema } from './body-schema.ts';
import { type Operation, replayHeader } from './contract.ts';
import { needsOf } from './needs-of-operation.ts';
import { type Inputs, snakeCase } from './variables.ts';

const shapes = ['data', 'page', 'result'] as const;
export type Shape = (typeof shapes)[number];

export interface Prepared {
  readonly operation: Operation;
  /** One operation and the fragments it uses. */
  readonly document: DocumentNode;
  readonly inputs: Inputs;
  readonly shape: Shape;
  /** Rights of the sender without which the operation is refused. */
  readonly needs: readonly string[];
}

/** Parameters of a page, and the variables that they become. */
const pageParameters: readonly string[] = ['cursor', 'per_page'];
const pageVariables: readonly string[] = ['first', 'after', 'last', 'before'];

/** Pairs `operations` with the documents in `source`, by operationId. Throws with every fault found. */
export function prepare(
  schema: GraphQLSchema,
  operations: readonly Operation[],
  source: string,
): ReadonlyMap<Operation, Prepared> {
  const whole = parse(source, { noLocation: true });
  const faults = validate(schema, whole).map(({ message }) => message);
  if (faults.length > 0) throw mismatch(faults);
  const documents = new Map(Object.entries(separateOperations(whole)));
  const prepared = new Map<Operation, Prepared>();
  for (const operation of operations) {
    const document = documents.get(operation.id);
    documents.delete(operation.id);
    if (document) prepared.set(operation, prepareOne(schema, operation, document, faults));
    else faults.push(`${operation.id}: has no document`);
  }
  for (const name of documents.keys()) faults.push(`${name}: is no operation of the OpenAPI file`);
  if (faults.length > 0) throw mismatch(faults);
  return prepared;
}

function mismatch(faults: readonly string[]): Error {
  return new Error(`REST does not fit the schema:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

function prepareOne(schema: GraphQLSchema, operation: Operation, document: DocumentNode, faults: string[]): Prepared {
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const root = definition && rootField(definition);
  const shape = shapes.find((known) => known === root?.alias?.value);
  if (!definition || !root || !shape)
    throw mismatch([`${operation.id}: needs one root field aliased ${shapes.join(', ')}`]);
  const inputs = readInputs(schema, definition);
  faults.push(...shapeFaults(operation, root, shape), ...inputFaults(operation, inputs));
  return { operation, document, inputs, shape, needs: needsOf(schema, document) };
}

/** The first field. Others may stand beside the object of a read. */
function rootField({ selectionSet }: OperationDefinitionNode): FieldNode | undefined {
  const [field, ...others] = selectionSet.selections;
  if (field?.kind !== Kind.FIELD) return undefined;
  return others.length === 0 || field.alias?.value === 'data' ? field : undefined;
}

function readInputs(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): Inputs {
  const inputs = new Map<string, GraphQLInputType>();
  for (const { variable, type: node } of variableDefinitions) {
    const type = typeFromAST(schema, node);
    if (isInputType(type)) inputs.set(variable.name.value, type);
  }
  return inputs;
}

function* shapeFaults(operation: Operation, root: FieldNode, shape: Shape): Generator<string> {
  const { id, successes, queryParameters, replayable } = operation;
  const selected = (root.selectionSet?.selections ?? []).flatMap((node) =>
    node.kind === Kind.FIELD ? [node.alias?.value ?? node.name.value] : [],
  );
  const chooses = shape === 'result' && selected.includes('created');
  if (successes.length > 1 !== chooses) yield `${id}: two statuses of success and \`created\` belong together`;
  const replays = shape === 'result' && selected.includes('replayed');
  if (replayable !== replays) yield `${id}: the header ${replayHeader} and \`replayed\` belong together`;
  if ((shape === 'page') !== queryParameters.includes('cursor')) yield `${id}: a page and \`cursor\` belong together`;
}

function* inputFaults({ id, body, ...operation }: Operation, inputs: Inputs): Generator<string> {
  const input = inputs.get('input');
  const fields = input ? [] : Object.keys(body?.properties ?? {});
  const parameters = [...operation.pathParameters, ...operation.queryParameters, ...fields].filter(
    (name) => !pageParameters.includes(name),
  );
  const taken = new Map([...inputs.keys()].map((name) => [snakeCase(name), name]));
  for (const name of parameters) if (!taken.delete(name)) yield `${id}: no variable takes the parameter ${name}`;
  const lacksOne = taken.delete('input') ? body === null : body !== null && fields.length === 0;
  if (lacksOne) yield `${id}: a body and \`$input\` belong together`;
  if (input && body) yield* bodyFaults(id, input, body);
  for (const [, name] of taken) if (!pageVariables.includes(name)) yield `${id}: nothing of a request becomes $${name}`;
}

/** Yields fields that the OpenAPI file allows and no input type has: requests with them would be rejected. */
function* bodyFaults(
  at: string,
  inputType: GraphQLInputType,
  schema: BodySchema,
  seen: ReadonlySet<BodySchema> = new Set(),
): Generator<string> {
  const type = getNullableType(inputType);
  // Fields of event types hold fields: a schema may recur.
  if (seen.has(schema)) return;
  const within = new Set([...seen, schema]);
  if (isListType(type) && schema.items) yield* bodyFaults(`${at}.[]`, type.ofType, schema.items, within);
  if (!isInputObjectType(type)) return;
  const fields = new Map(Object.values(type.getFields()).map((field) => [snakeCase(field.name), field.type]));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const field = fields.get(name);
    if (field) yield* bodyFaults(`${at}.${name}`, field, property, within);
    else yield `${at}.${name}: ${type.name} has no such field`;
  }
}
