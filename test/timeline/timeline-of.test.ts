/** The timeline of a message, from rows alone. */
import { describe, expect, test } from 'vitest';
import type { MessageAttempt, MessageOpen, MessageReport } from '../../prisma/generated/client.ts';
import type { NotedReply, TimelineEntry, ToldWebhook } from '../../src/timeline/timeline-entry.ts';
import { type TimelineFacts, timelineOf } from '../../src/timeline/timeline-of.ts';

const start = new Date('2026-03-29T10:00:00.000Z');
const minute = 60_000;
const later = (minutes: number, milliseconds = 0) => new Date(start.getTime() + minutes * minute + milliseconds);
const of = { workspaceId: 'w', messageId: 'm' };
const answer = { category: null, replyCode: null, enhancedCode: null, reply: null };

const attempt = (number: number, at: Date, outcome: string): MessageAttempt => ({
  ...of,
  ...answer,
  number,
  at,
  outcome,
  durationMs: 40,
  transport: 'smtp',
  exchanger: null,
  tlsVersion: null,
});
const report = (number: number, at: Date, kind: string): MessageReport => ({
  ...of,
  ...answer,
  number,
  at,
  kind,
  hard: false,
});
const reply = (at: Date): NotedReply => ({ id: 'R'.repeat(26), messageId: 'm', createdAt: at, automatic: false });
const open = (at: Date): MessageOpen => ({ ...of, id: '0'.repeat(26), at, machine: false });
const told = (...attempts: readonly (readonly [Date, 'timeout' | null])[]): ToldWebhook => ({
  id: 'H'.repeat(26),
  messageId: 'm',
  type: 'message.delivered',
  attempts: attempts.map(([at, error]) => ({ at, error, status: error === null ? 200 : null, durationMs: 10 })),
});

function facts(
  message: Partial<TimelineFacts['message']>,
  rows: Partial<Omit<TimelineFacts, 'message'>> = {},
): TimelineFacts {
  return {
    message: {
      id: 'm',
      state: 'queued',
      attemptNumber: 0,
      sendAt: null,
      firstSendAt: null,
      movedAt: null,
      createdAt: start,
      dueAt: start,
      leaseUntil: null,
      expiresAt: later(24 * 60),
      endedAt: null,
      bounce: null,
      reason: null,
      evidence: null,
      waitsFor: null,
      ...message,
    },
    attempts: [],
    reports: [],
    opens: [],
    replies: [],
    webhooks: [],
    pace: null,
    ...rows,
  };
}

const shown = (entries: readonly TimelineEntry[]) => entries.map(({ kind, at }) => [kind, at]);
const kinds = (given: TimelineFacts) => timelineOf(given).map(({ kind }) => kind);

const twiceDeferred = [attempt(1, later(0, 5), 'temporary'), attempt(2, later(1, 50), 'temporary')];
/** Deferred twice, delivered, opened and complained about, and an endpoint that answered at the second attempt. */
const whole = facts(
  { state: 'complained', attemptNumber: 3, endedAt: later(30, 1), evidence: 'exchanger' },
  {
    attempts: [...twiceDeferred, attempt(3, later(7), 'delivered')],
    opens: [open(later(20))],
    replies: [reply(later(25))],
    reports: [report(1, later(30), 'complaint')],
    webhooks: [told([later(7, 60), 'timeout'], [later(8), null])],
  },
);

describe('a timeline', () => {
  test('has everything in order', () => {
    expect(shown(timelineOf(whole))).toEqual([
      ['accepted', start],
      ['attempt', later(0, 5)],
      ['deferred', later(0, 45)],
      ['attempt', later(1, 50)],
      ['deferred', later(1, 90)],
      ['attempt', later(7)],
      ['delivered', later(7, 40)],
      ['webhook', later(8, 10)],
      ['opened', later(20)],
      ['replied', later(25)],
      ['report', later(30)],
      ['complained', later(30, 1)],
    ]);
  });

  test('shows a wait for exchangers while it lasts, after what happened before', () => {
    const waits = { waitsFor: 'quiet:google', dueAt: later(9) };
    const pace = { quietSince: later(5), reply: '421 4.7.28' };
    const [last] = timelineOf(facts(waits, { attempts: twiceDeferred, pace })).slice(-1);
    expect(last).toMatchObject({ kind: 'waiting', at: later(5), reason: 'quiet', provider: 'google', until: later(9) });
    expect(last).toMatchObject({ reply: '421 4.7.28' });
    // Quiet that began before the message, and what nobody knows of any more.
    expect(shown(timelineOf(facts(waits, { pace: { ...pace, quietSince: later(-5) } })))).toEqual([
      ['accepted', start],
      ['waiting', start],
    ]);
    const unknown = timelineOf(facts({ ...waits, waitsFor: 'warm_up:google' }, { attempts: twiceDeferred, pace }));
    expect(unknown.at(-1)).toMatchObject({ kind: 'waiting', at: later(1, 90), reason: 'warm_up', reply: null });
    expect(kinds(facts({ ...waits, state: 'sending' }))).toEqual(['accepted']);
    expect(kinds(facts({ ...waits, waitsFor: 'restored:queued' }))).toEqual(['accepted']);
  });

  test('says until when an attempt was deferred, by the schedule or by the row', () => {
    const entries = timelineOf(facts({ dueAt: later(6, 95) }, { attempts: twiceDeferred }));
    expect(entries.flatMap((entry) => (entry.kind === 'deferred' ? [entry.until] : []))).toEqual([
      later(1, 45),
      later(6, 95),
    ]);
  });

  test('has cursors that are unique, sorted, and the same after every further row', () => {
    const cursors = timelineOf(whole).map(({ cursor }) => cursor);
    expect(new Set(cursors).size).toBe(cursors.length);
    expect(cursors.toSorted()).toEqual(cursors);
    const { attempts, reports, opens, replies, webhooks } = whole;
    const stages = [
      facts({}),
      facts({ dueAt: later(1, 45) }, { attempts: attempts.slice(0, 1) }),
      facts({ dueAt: later(6, 90) }, { attempts: attempts.slice(0, 2) }),
      facts({ state: 'delivered', endedAt: later(7, 41), evidence: 'exchanger' }, { attempts }),
      facts(
        { state: 'delivered', endedAt: later(7, 41), evidence: 'exchanger' },
        { attempts, opens, replies, webhooks },
      ),
      facts(
        { state: 'complained', endedAt: later(30, 1), evidence: 'exchanger' },
        { attempts, opens, replies, webhooks, reports },
      ),
    ];
    let before: readonly string[] = [];
    for (const stage of stages) {
      const now = timelineOf(stage).map(({ cursor }) => cursor);
      expect(before.filter((cursor) => !now.includes(cursor))).toEqual([]);
      expect(now.length).toBeGreaterThan(before.length);
      before = now;
    }
    expect(before).toEqual(cursors);
  });

  test('keeps the entries of one instant in the order of the steps', () => {
    const at = { at: start, durationMs: 0 };
    const instant = facts(
      { state: 'complained', endedAt: start, evidence: 'exchanger' },
      {
        attempts: [{ ...attempt(1, start, 'delivered'), ...at }],
        reports: [report(1, start, 'complaint')],
        opens: [open(start)],
      },
    );
    expect(kinds(instant)).toEqual(['accepted', 'attempt', 'delivered', 'report', 'complained', 'opened']);
  });
});

describe('a state that no attempt shows', () => {
  const relayed = [attempt(1, start, 'relayed')];

  test('is a delivery by report, by silence or by a complaint, and stays when a later state comes', () => {
    const byReport = [report(1, later(5), 'delivered')];
    const reported = { evidence: 'report', endedAt: later(5) } as const;
    expect(kinds(facts({ state: 'delivered', ...reported }, { attempts: relayed, reports: byReport }))).toEqual([
      'accepted',
      'attempt',
      'relayed',
      'report',
      'delivered',
    ]);
    const delivery = (given: TimelineFacts) => timelineOf(given).find(({ kind }) => kind === 'delivered');
    const complaint = [...byReport, report(2, later(9), 'complaint')];
    expect(
      delivery(
        facts({ state: 'complained', ...reported, endedAt: later(9) }, { attempts: relayed, reports: complaint }),
      ),
    ).toEqual(delivery(facts({ state: 'delivered', ...reported }, { attempts: relayed, reports: byReport })));

    const silent = { evidence: 'silence', endedAt: later(72 * 60 + 1) } as const;
    const bySilence = delivery(facts({ state: 'delivered', ...silent }, { attempts: relayed }));
    expect(bySilence?.at).toEqual(later(72 * 60, 40));
    expect(delivery(facts({ state: 'bounced', ...silent, endedAt: later(80 * 60) }, { attempts: relayed }))).toEqual(
      bySilence,
    );

    const proved = facts(
      { state: 'complained', evidence: 'report', endedAt: later(9, 1) },
      { attempts: relayed, reports: [report(1, later(9), 'complaint')] },
    );
    expect(shown(timelineOf(proved)).slice(-3)).toEqual([
      ['report', later(9)],
      ['delivered', later(9)],
      ['complained', later(9, 1)],
    ]);
  });

  test('is the end of the message', () => {
    const endedAt = later(3);
    expect(kinds(facts({ state: 'suppressed', endedAt: start }))).toEqual(['accepted', 'suppressed']);
    expect(kinds(facts({ state: 'expired', endedAt }))).toEqual(['accepted', 'expired']);
    expect(timelineOf(facts({ state: 'failed', endedAt, reason: 'render_failed' })).at(-1)).toMatchObject({
      kind: 'failed',
      reason: 'render_failed',
      attempt: null,
    });
    const bounced = facts(
      { state: 'bounced', bounce: 'hard', endedAt, evidence: 'exchanger' },
      { attempts: [attempt(1, start, 'delivered')], reports: [report(1, endedAt, 'bounce')] },
    );
    expect(kinds(bounced)).toEqual(['accepted', 'attempt', 'delivered', 'report', 'bounced']);
    // The attempt itself bounced: the message says no more.
    expect(kinds(facts({ state: 'bounced', endedAt }, { attempts: [attempt(1, start, 'bounced')] }))).toEqual([
      'accepted',
      'attempt',
      'bounced',
    ]);
  });

  test('is an attempt under way, until that is recorded', () => {
    const claimed = facts(
      { state: 'sending', attemptNumber: 3, leaseUntil: later(7, 10_000) },
      { attempts: twiceDeferred },
    );
    expect(timelineOf(claimed).at(-1)).toMatchObject({ kind: 'claimed', number: 3, at: later(7) });
    expect(kinds(whole)).not.toContain('claimed');
  });
});
