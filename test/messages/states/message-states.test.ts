/** The table of moves between the states of a message, as a graph. */
import { describe, expect, test } from 'vitest';
import { MessageState } from '../../../prisma/generated/enums.ts';
import {
  currentStates,
  firstState,
  fromSql,
  isFinal,
  laterOpenSql,
  moves,
  movesFrom,
  scheduledSql,
  stateIn,
} from '../../../src/messages/states/message-states.ts';

const states = Object.values(MessageState);
const edges = Object.entries(moves).flatMap(([name, { from, to }]) =>
  from.flatMap((begin) => to.map((end) => ({ name, begin, end }))),
);

describe('the states of a message', () => {
  test('are all reached from where a message begins', () => {
    const reached = new Set<MessageState>([
      firstState({ suppressed: false, withheld: false, simulation: null, later: false }),
      firstState({ suppressed: true, withheld: false, simulation: null, later: false }),
      firstState({ suppressed: true, withheld: false, simulation: null, later: true }),
    ]);
    for (let known = 0; known < reached.size; ) {
      known = reached.size;
      for (const { begin, end } of edges) if (reached.has(begin)) reached.add(end);
    }
    expect([...reached].sort()).toEqual(states.toSorted());
  });

  test('that are not final lead to a final one, and of the final ones only a delivery is left, by a report', () => {
    for (const state of states) {
      const out = edges.filter(({ begin }) => begin === state);
      expect(out.length > 0, state).toBe(!isFinal(state) || state === 'delivered');
    }
    const left = edges.filter(({ begin }) => isFinal(begin)).map(({ name, begin, end }) => [name, begin, end]);
    expect(left).toEqual([
      ['bounceReport', 'delivered', 'bounced'],
      ['complaintReport', 'delivered', 'complained'],
    ]);
  });

  test('as SQL are compared as the partial indexes are declared', () => {
    expect(fromSql('m.state', moves.claim)).toBe("m.state = 'queued'");
    expect(stateIn('state', currentStates)).toBe("state IN ('queued', 'sending', 'sent')");
    expect(scheduledSql('m.state')).toBe("CASE WHEN m.state = 'scheduled' THEN true END");
    expect(laterOpenSql('m')).toBe(
      "CASE WHEN m.send_at IS NOT NULL AND m.state IN ('scheduled', 'queued', 'sending', 'sent') THEN true END",
    );
  });

  test('tell whether a move may begin', () => {
    expect(movesFrom(moves.bounceReport, 'delivered')).toBe(true);
    expect(movesFrom(moves.bounceReport, 'bounced')).toBe(false);
  });

  test('simulated mail is never withheld, but where it plays that', () => {
    expect(firstState({ suppressed: true, withheld: false, simulation: 'delivered', later: false })).toBe('queued');
    expect(firstState({ suppressed: false, withheld: false, simulation: 'suppressed', later: false })).toBe(
      'suppressed',
    );
    expect(firstState({ suppressed: false, withheld: false, simulation: 'suppressed', later: true })).toBe('scheduled');
  });
});
