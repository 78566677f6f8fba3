/** Emits against changes that would forbid them: one winner, no internal error, nothing half done. */
import { describe, expect, it } from 'vitest';
import { atOnce, crowd, tally } from './harness/at-once.ts';
import type { Answered } from './harness/check-answer.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, simulated } from './harness/samples.ts';

const acme = await openPlatform();

describe('emits', () => {
  it('of one key are one event', async () => {
    await makeEventType(acme, 'keyed');
    const answers = await atOnce(() => acme.ask('emitEvent', { body: emitOf('keyed', 'one-key') }));
    expect(tally(answers)).toEqual({ 202: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(19);
  });

  it('of one key are one event also when it is the thirtieth to its address in the hour', async () => {
    for (let round = 0; round < 3; round++) {
      const recipient = { email: simulated(`thirtieth-${round}`) };
      const emit = (key: string) => acme.ask('emitEvent', { body: emitOf('keyed', key, { recipient }) });
      for (let number = 1; number < 30; number++) await emit(`earlier-${round}-${number}`);
      const answers = await atOnce(() => emit(`thirtieth-${round}`));
      expect(tally(answers)).toEqual({ 202: 20 });
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect((await emit(`one-more-${round}`)).status).toBe(429);
    }
  });

  it('of one key with twenty bodies are one event', async () => {
    const answers = await atOnce((number) => {
      const recipient = { email: simulated(`body-${number}`) };
      return acme.ask('emitEvent', { body: emitOf('keyed', 'many-bodies', { recipient }) });
    });
    expect(tally(answers)).toEqual({ 202: 1, '409 idempotency_key_reused': 19 });
  });

  /** Emits while `turn` runs; what came of those that were asked before and after it answered. */
  async function emitAgainst(workspace: string, type: string, turn: () => Promise<Answered>) {
    const emit = (key: string) => acme.ask('emitEvent', { path: { workspace }, body: emitOf(type, key) });
    const during = [];
    for (let number = 0; number < crowd; number++) during.push(emit(`before-${number}`));
    const turned = turn();
    for (let number = 0; number < crowd; number++) during.push(emit(`beside-${number}`));
    const outcome = await turned;
    const after = await atOnce((number) => emit(`after-${number}`));
    return { outcome, during: await Promise.all(during), after, emit };
  }

  /** Every accepted event is there, with its message. */
  async function expectWhole(workspace: string, answers: readonly Answered[]) {
    for (const { status, body } of answers) {
      if (status !== 202) continue;
      const read = await acme.ask('getEvent', { path: { workspace, id: body.data.id } });
      expect([read.status, read.body.data.message.id]).toEqual([200, body.data.message.id]);
    }
  }

  it('against a suspension: before it they are whole, after it all are refused and leave nothing', async () => {
    await makeEventType(acme, 'suspended');
    for (let round = 0; round < 3; round++) {
      const workspace = await acme.newWorkspace(`suspended-${round}`);
      const suspend = () => acme.ask('suspendWorkspace', { path: { workspace } });
      const { outcome, during, after, emit } = await emitAgainst(workspace, 'suspended', suspend);
      expect(outcome.status).toBe(200);
      expect(Object.keys(tally(during)).every((answer) => ['202', '409 workspace_suspended'].includes(answer))).toBe(
        true,
      );
      expect(tally(after)).toEqual({ '409 workspace_suspended': 20 });
      await expectWhole(workspace, during);
      await acme.ask('resumeWorkspace', { path: { workspace } });
      const again = await emit('after-0');
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, null]);
    }
  });

  it('against the deletion of their workspace: after it nothing is found', async () => {
    await makeEventType(acme, 'deleted');
    for (let round = 0; round < 3; round++) {
      const workspace = await acme.newWorkspace(`deleted-${round}`);
      const remove = () => acme.ask('deleteWorkspace', { path: { workspace } });
      const { outcome, during, after } = await emitAgainst(workspace, 'deleted', remove);
      expect(outcome.status).toBe(204);
      expect(Object.keys(tally(during)).every((answer) => ['202', '404 not_found'].includes(answer))).toBe(true);
      expect(tally(after)).toEqual({ '404 not_found': 20 });
    }
  });

  it('against the removal of their type: it goes, or is in use, and each accepted event stays whole', async () => {
    for (let round = 0; round < 5; round++) {
      const type = `removed-${round}`;
      await makeEventType(acme, type);
      const workspace = await acme.newWorkspace(`removed-${round}`);
      const remove = () => acme.ask('deleteEventType', { path: { name: type } });
      const { outcome, during, after } = await emitAgainst(workspace, type, remove);
      expect([204, 409]).toContain(outcome.status);
      expect(Object.keys(tally(during)).every((answer) => ['202', '422 validation_failed'].includes(answer))).toBe(
        true,
      );
      expect(tally(after)).toEqual(outcome.status === 204 ? { '422 validation_failed': 20 } : { 202: 20 });
      await expectWhole(workspace, during);
    }
  });

  it('against the deletion of their contact: it is named, or an address that nobody holds', async () => {
    await makeEventType(acme, 'contacted');
    for (let round = 0; round < 5; round++) {
      const contact = await makeContact(acme, `contacted-${round}`, { email: simulated(`contacted-${round}`) });
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, (_, at) =>
          acme.ask('emitEvent', { body: emitOf('contacted', `c-${round}-${at}`, { recipient: { contact } }) }),
        ),
        acme.ask('deleteContact', { path: { contact } }),
      ]);
      const counts = Object.keys(tally(answers));
      expect(counts.every((answer) => ['202', '204', '422 validation_failed'].includes(answer))).toBe(true);
    }
  });
});
