/**
 * The scalars of JSON: what a literal of GraphQL can say and JSON cannot is an error, never dropped or changed
 * (docs/rules.md#json-literals).
 */
import { GraphQLError, GraphQLScalarType, Kind, print, type ValueNode } from 'graphql';
import { JSONObjectResolver, JSONResolver } from 'graphql-scalars';

/** The values of the operation's variables; undefined while the document is validated. */
type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** Characters of a number, as in a body (src/http/json/measure-json.ts). */
const numberLengthMax = 400;

export const Json = new GraphQLScalarType({ ...JSONResolver.toConfig(), parseLiteral: readLiteral });

export const JsonObject = new GraphQLScalarType({
  ...JSONObjectResolver.toConfig(),
  parseLiteral(node, variables) {
    if (node.kind !== Kind.OBJECT) throw fault(`JSONObject cannot represent non-object value: ${print(node)}`, node);
    return readLiteral(node, variables) as object;
  },
}) as GraphQLScalarType<Record<string, unknown>, unknown>;

function readLiteral(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return readNumber(node);
    case Kind.LIST:
      return node.values.map((value) => readLiteral(value, variables));
    case Kind.OBJECT:
      // fromEntries defines each key, `__proto__` too.
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, readLiteral(value, variables)]));
    case Kind.ENUM:
      throw fault(`JSON has no enum values: write "${node.value}", in quotation marks`, node);
    case Kind.VARIABLE:
      return readVariable(node, variables);
  }
}

function readNumber(node: Extract<ValueNode, { kind: Kind.INT | Kind.FLOAT }>): number {
  const { value: text, kind } = node;
  const value = Number(text);
  const isKept = text.length <= numberLengthMax && (kind === Kind.INT ? isExact(text, value) : Number.isFinite(value));
  if (!isKept) throw fault('JSON cannot hold this number exactly; send it as a string', node);
  return value;
}

const isExact = (text: string, value: number) => Number.isFinite(value) && BigInt(text) === BigInt(value);

function readVariable(node: Extract<ValueNode, { kind: Kind.VARIABLE }>, variables: Variables): unknown {
  if (variables === undefined || variables === null) return null;
  const name = node.name.value;
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined) throw fault(`The variable $${name} inside JSON has no value; send null for none`, node);
  // A variable of another scalar, such as DateTime, was read into an object of its own.
  if (!isJson(value)) throw fault(`The variable $${name} is no JSON; declare it as JSON, String, Int or Float`, node);
  return value;
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean', 'object'].includes(typeof value);
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function fault(message: string, node: ValueNode): GraphQLError {
  return new GraphQLError(message, { nodes: node });
}
