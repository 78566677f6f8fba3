import type { Variables } from './config-variables.ts';

/** What is wrong with the secrets among each other: two that are alive for a change are two. */
export function* secretFaults(values: Variables): Generator<string> {
  const { SECRET_KEY, SECRET_KEY_PREVIOUS, OPERATOR_TOKEN, OPERATOR_TOKEN_PREVIOUS, OPERATOR_READ_TOKEN } = values;
  if (SECRET_KEY_PREVIOUS !== undefined && SECRET_KEY === undefined) {
    yield 'SECRET_KEY_PREVIOUS: needs SECRET_KEY, the key that replaces it';
  }
  if (SECRET_KEY_PREVIOUS !== undefined && SECRET_KEY_PREVIOUS === SECRET_KEY) {
    yield 'SECRET_KEY_PREVIOUS: is the same as SECRET_KEY';
  }
  if (OPERATOR_TOKEN_PREVIOUS !== undefined && OPERATOR_TOKEN === undefined) {
    yield 'OPERATOR_TOKEN_PREVIOUS: needs OPERATOR_TOKEN, the token that replaces it';
  }
  if (OPERATOR_TOKEN_PREVIOUS !== undefined && OPERATOR_TOKEN_PREVIOUS === OPERATOR_TOKEN) {
    yield 'OPERATOR_TOKEN_PREVIOUS: is the same as OPERATOR_TOKEN';
  }
  if (OPERATOR_READ_TOKEN !== undefined && [OPERATOR_TOKEN, OPERATOR_TOKEN_PREVIOUS].includes(OPERATOR_READ_TOKEN)) {
    yield 'OPERATOR_READ_TOKEN: is the same as a token that changes things';
  }
}
