import { GraphQLError } from 'graphql';
import { expect, it } from 'vitest';
import { graphqlFault } from '../../rest/graphql-faults.ts';
import { errorCodes } from '../../src/ground/errors/error-codes.ts';
import { errorStatuses } from '../../src/ground/errors/error-status.ts';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { showRefusal } from '../../src/http/errors/show-refusal.ts';

it('every code has a status that says whose fault it is', () => {
  expect(Object.keys(errorStatuses).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  for (const [code, status] of Object.entries(errorStatuses)) {
    expect([400, 401, 403, 404, 405, 408, 409, 412, 413, 422, 429, 500, 503], code).toContain(status);
  }
});

it('a refusal shows the fields that it has and no others', () => {
  const place = { publicUrl: 'https://tidings.example', requestId: 'r' };
  expect(showRefusal(new DomainError('not_found'), place)).toEqual({
    status: 404,
    headers: {},
    body: {
      message: errorCodes.not_found,
      code: 'not_found',
      doc_url: 'https://tidings.example/docs/errors#not_found',
      request_id: 'r',
    },
  });
});

it('an error that no resolver threw is a fault of the request', () => {
  const message = 'Variable "$input" got invalid value "secret@example.com" at "input.fields[2].type"; Enum "T" no.';
  const refusal = graphqlFault([new GraphQLError(message)], new Map());
  expect(refusal).toBeInstanceOf(DomainError);
  expect(refusal).toMatchObject({
    code: 'validation_failed',
    message: 'fields.2.type: is not valid',
    details: { errors: { 'fields.2.type': ['is not valid'] } },
  });
});

it('an error that a resolver threw is what it was', () => {
  const bug = new TypeError('bug');
  expect(graphqlFault([new GraphQLError('bug', { path: ['data'], originalError: bug })], new Map())).toBe(bug);
});
