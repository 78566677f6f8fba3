/** Checks variables against the types that an operation declares, and reports every fault under its path. */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { FieldErrors } from '../../../ground/errors/errors.ts';
import { faultsMax } from './graphql-limits.ts';

type Values = Readonly<Record<string, unknown>>;

/** Characters of a caller's own key in a path, and of a text that can be a date, an enum value or the like. */
const shortMax = 64;

/** The place of a value: its key, and the place of its parent. */
interface VariablePlace {
  readonly key: string | number;
  readonly parent: VariablePlace | null;
}

/**
 * Returns the faults of the variables of `operation`, at most 100, under paths such as `variables.input.items.3.at`.
 * The messages repeat no value, since a value may be 32 MiB long.
 */
export function variableFaults(schema: GraphQLSchema, operation: OperationDefinitionNode, values: Values): FieldErrors {
  const faults: Record<string, readonly string[]> = {};
  let count = 0;
  const fault = (place: VariablePlace, message: string) => {
    faults[pathOf(place)] = [message];
    count += 1;
  };
  const full = () => count >= faultsMax;

  function check(type: GraphQLInputType, value: unknown, place: VariablePlace): void {
    if (full()) return;
    if (isNonNullType(type)) {
      if (value === null) fault(place, 'must not be null');
      else check(type.ofType, value, place);
    } else if (value === null) {
      return;
    } else if (isListType(type)) {
      // A single value counts as a list of one.
      if (!Array.isArray(value)) check(type.ofType, value, place);
      else for (const [key, item] of value.entries()) check(type.ofType, item, { key, parent: place });
    } else if (isInputObjectType(type)) {
      checkObject(type, value, place);
    } else {
      const message = isEnumType(type) ? enumFault(type, value) : scalarFault(type, value);
      if (message !== null) fault(place, message);
    }
  }

  function checkObject(type: GraphQLInputObjectType, value: unknown, place: VariablePlace): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      fault(place, 'must be an object');
      return;
    }
    const fields = type.getFields();
    for (const field of Object.values(fields)) {
      const at = { key: field.name, parent: place };
      if (Object.hasOwn(value, field.name)) check(field.type, Reflect.get(value, field.name), at);
      else if (isRequiredInputField(field) && !full()) fault(at, 'is required');
    }
    if (type.isOneOf && Object.values(value).filter((inner) => inner !== null).length !== 1) {
      fault(place, `must have exactly one of ${Object.keys(fields).join(', ')}`);
    }
    for (const key in value) {
      if (full()) return;
      if (!fields[key]) fault({ key, parent: place }, 'is not a known field');
    }
  }

  for (const { variable, type: typeNode, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, typeNode);
    if (!isInputType(type)) continue;
    const place = { key: variable.name.value, parent: { key: 'variables', parent: null } };
    if (Object.hasOwn(values, variable.name.value)) check(type, values[variable.name.value], place);
    else if (isNonNullType(type) && defaultValue === undefined && !full()) fault(place, 'is required');
  }
  return faults;
}

function pathOf(place: VariablePlace): string {
  const path: string[] = [];
  for (let at: VariablePlace | null = place; at; at = at.parent) path.unshift(shorten(String(at.key)));
  return path.join('.');
}

function shorten(key: string): string {
  return key.length > shortMax ? `${key.slice(0, shortMax)}…` : key;
}

function enumFault(type: GraphQLEnumType, value: unknown): string | null {
  if (typeof value === 'string' && value.length <= shortMax && type.getValue(value)) return null;
  return `must be one of ${type
    .getValues()
    .map(({ name }) => name)
    .join(', ')}`;
}

interface ScalarRule {
  readonly fits: (value: unknown) => boolean;
  readonly message: string;
}

/** Scalars whose own check would repeat the value in its message, and scalars without a check. */
const scalarRules: Readonly<Record<string, ScalarRule>> = {
  String: { fits: (value) => typeof value === 'string', message: 'must be a string' },
  ID: { fits: (value) => typeof value === 'string' || Number.isInteger(value), message: 'must be a string' },
  Boolean: { fits: (value) => typeof value === 'boolean', message: 'must be a boolean' },
  JSON: { fits: () => true, message: '' },
  JSONObject: {
    fits: (value) => typeof value === 'object' && !Array.isArray(value),
    message: 'must be an object',
  },
};

const scalarWords: Readonly<Record<string, string>> = {
  Int: 'must be an integer of at most 32 bits',
  Float: 'must be a number',
  Date: 'must be a day such as 2026-03-29',
  DateTime: 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z',
};

function scalarFault(type: GraphQLScalarType, value: unknown): string | null {
  const rule = scalarRules[type.name];
  if (rule) return rule.fits(value) ? null : rule.message;
  const message = scalarWords[type.name] ?? 'is not valid';
  // Valid values of the other scalars are short; a longer value is never given to a parser that would repeat it.
  if (typeof value === 'object' || (typeof value === 'string' && value.length > shortMax)) return message;
  try {
    type.parseValue(value);
    return null;
  } catch {
    return message;
  }
}
