/** What tells a restore from a promotion, an upgrade of a role's rights, and nothing at all. */
import { expect, test } from 'vitest';
import { wasRestored } from '../../src/deployment/was-restored.ts';

const seenAt = new Date('2026-11-27T09:00:00.000Z');
const before = new Date('2026-11-27T08:00:00.000Z');
const after = new Date('2026-11-27T11:00:00.000Z');
const last = { cluster: '7512', place: '16384/16500', timeline: 1, seenAt };

test.for([
  ['the same server', { ...last, serverStartedAt: before }, false],
  ['the same server, started again', { ...last, serverStartedAt: after }, false],
  ['a dump in another cluster', { ...last, cluster: '7600', serverStartedAt: before }, true],
  ['a dump in another database', { ...last, place: '16999/16500', serverStartedAt: before }, true],
  ['a dump over the old tables', { ...last, place: '16384/19000', serverStartedAt: before }, true],
  ['a standby that was promoted', { ...last, timeline: 2, serverStartedAt: before }, false],
  ['a recovery from an archive', { ...last, timeline: 2, serverStartedAt: after }, true],
  ['a role that may not ask any more', { ...last, cluster: null, timeline: null, serverStartedAt: after }, false],
] as const)('%s', ([, now, expected]) => {
  expect(wasRestored(last, now)).toBe(expected);
});
