/** The service with a platform of the worst rows, which is started again on the same database when a load broke it. */
import pg from 'pg';
import { beginSession } from '../../support/open-client.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { type AttackerPlatform, createAttackerPlatform } from '../harness/attacker-platform.ts';
import { startChild } from '../harness/child.ts';
import { readMemory } from '../harness/memory.ts';
import { createSender } from '../harness/send-request.ts';
import { startSurroundings, startTargetOn, type Target } from '../harness/start-target.ts';
import { measure, type Scene } from './measure.ts';
import type { Amounts } from './worst-place.ts';
import { makeWorstRows, type WorstRows } from './worst-rows.ts';

export interface WorstScene {
  readonly attacker: AttackerPlatform;
  readonly rows: WorstRows;
  readonly operatorToken: string;
  /** Another platform of the attacker, without the worst rows. */
  platform(): Promise<AttackerPlatform>;
  /**
   * A service that is well: a new process where the last load left one that is dead or large. `again`: the other platform
   * is watched alone once more, since the machine may have become busier.
   */
  scene(again?: boolean): Promise<Scene>;
  /** One request of the attacker, outside of what is measured. */
  ask(token: string, document: string, variables: object): Promise<{ readonly text: string; readonly status: number }>;
  stop(): Promise<void>;
}

/** Of a request that makes rows; milliseconds. */
const patience = 120_000;
/** Above this resident memory (MiB) after a load, the next one begins with a new process. */
const memoryForNext = 470;
/** How long the other platform is watched alone, in the short form half as long; milliseconds. */
const quiet = process.env.ATTACKS === 'short' ? 1_500 : 3_000;

export async function startWorstScene(amounts: Amounts): Promise<WorstScene> {
  const [surroundings, database, { child: loader }] = await Promise.all([
    startSurroundings(),
    createTestDatabase(),
    startChild('loader.ts', null),
  ]);
  let target: Target = await startTargetOn(database, surroundings, 'capture');
  const pool = new pg.Pool({ connectionString: database.url, max: 2, onConnect: beginSession });
  pool.on('error', () => undefined);
  const { operatorToken } = target.place;
  const send: ReturnType<typeof createSender>['send'] = async (request) => {
    const sender = createSender(target.place.url, patience);
    try {
      return await sender.send(request);
    } finally {
      await sender.close();
    }
  };
  const platform = () => createAttackerPlatform(send, operatorToken, async () => undefined);
  const attacker = await platform();
  const began = performance.now();
  const rows = await makeWorstRows({ platform: attacker, pool }, amounts);
  process.stdout.write(`The worst rows were made in ${((performance.now() - began) / 1_000).toFixed(1)} s.\n`);
  let alone: number | null = null;
  const restart = async () => {
    await target.stop();
    target = await startTargetOn(database, surroundings, 'capture');
    alone = null;
  };
  // What making the rows left in memory is none of a load's.
  await restart();
  return {
    attacker,
    rows,
    operatorToken,
    platform,
    async scene(again = false) {
      if (again) alone = null;
      if (target.service.gone || readMemory(target.service.pid).now > memoryForNext) await restart();
      if (alone === null) {
        const subject = { name: '(nobody else)', kind: 'alone', cost: null };
        const scene = { target, surroundings, loader, alone: 0 };
        // The first emits of a process take longer than all that follow.
        await measure(subject, scene, { quiet: quiet / 2 });
        const measured = await measure(subject, scene, { quiet });
        alone = measured.observed.emits?.p99Net ?? 0;
        const { emits } = measured.observed;
        process.stdout.write(
          `alone: emits p50 ${Math.round(emits?.p50 ?? 0)}, p99 ${Math.round(emits?.p99 ?? 0)}, longest ${Math.round(emits?.longest ?? 0)} ms, ${Math.round(measured.memory)} MiB\n`,
        );
      }
      return { target, surroundings, loader, alone };
    },
    async ask(token, document, variables) {
      const body = JSON.stringify({ query: document, variables });
      const answer = await fetch(`${target.place.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(patience),
      }).catch(() => null);
      return answer === null ? { text: '', status: 0 } : { text: await answer.text(), status: answer.status };
    },
    async stop() {
      await Promise.all([pool.end(), loader.kill(), target.stop()]);
      await surroundings.stop();
      await database.drop();
    },
  };
}
