/** What an endpoint accepted lately, by which webhooks are claimed ahead. */
import { expect, test } from 'vitest';
import { createEndpointPace, paceTime } from '../../../src/webhooks/delivery/endpoint-pace.ts';

test('an endpoint that accepted nothing has no pace', () => {
  expect(createEndpointPace().lately(1_000)).toBe(0);
});

test('accepted webhooks count in their period and in the next one', () => {
  const pace = createEndpointPace();
  for (let n = 0; n < 5; n += 1) pace.note(0);
  expect(pace.lately(0)).toBe(5);
  expect(pace.lately(paceTime)).toBe(5);
  pace.note(paceTime);
  expect(pace.lately(paceTime)).toBe(5);
  expect(pace.lately(2 * paceTime)).toBe(1);
});

test('an endpoint that fell silent has no pace any more', () => {
  const pace = createEndpointPace();
  pace.note(0);
  expect(pace.lately(2 * paceTime)).toBe(0);
});
