/**
 * Holds bodies through GraphQL to the limits of REST (docs/rules.md#body-size). The operation is known only once the
 * document is parsed, so the largest body is read, and the arguments of each field are measured then.
 */
import { type FieldNode, Kind, visit } from 'graphql';
import { DomainError } from '../../../ground/errors/errors.ts';
import { jsonBytes } from '../../../ground/json-bytes.ts';
import { mebibyte, usualBodyLimits } from '../../bodies/body-limits.ts';
import { refusal } from '../error-http.ts';
import { fieldBytesMax } from './graphql-limits.ts';

interface FieldInput {
  /** Bytes of the whole body. */
  readonly bodyBytes: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Throws `payload_too_large` when the body, or the variables of one of `fields`, exceed the limit of that field. */
export function checkFieldBytes(fields: Iterable<FieldNode>, { bodyBytes, variables }: FieldInput): void {
  if (bodyBytes <= usualBodyLimits.bytes) return;
  let bodyMax = usualBodyLimits.bytes;
  for (const field of fields) {
    const max = fieldBytesMax(field.name.value);
    let left = max;
    for (const name of variablesOf(field)) {
      left -= jsonBytes(variables[name], left);
      if (left < 0) throw tooLarge(`What ${field.name.value} is given`, max);
    }
    bodyMax = Math.max(bodyMax, max);
  }
  if (bodyBytes > bodyMax) throw tooLarge('The body', bodyMax);
}

function variablesOf({ arguments: given = [] }: FieldNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const argument of given) {
    visit(argument, {
      enter(node) {
        if (node.kind === Kind.VARIABLE) names.add(node.name.value);
      },
    });
  }
  return names;
}

function tooLarge(what: string, bytes: number) {
  const message = `${what} is larger than the ${bytes / mebibyte} MiB that it may have.`;
  return refusal(new DomainError('payload_too_large', message));
}
