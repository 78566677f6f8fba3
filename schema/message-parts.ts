/** The parts of a message that are recorded one by one: attempts, reports and opens. */
import { wasAnswered } from '../src/explain/was-answered.ts';
import { builder } from './builder.ts';
import { AttemptOutcome, ReplyCategoryEnum, ReportKind, TransportEnum } from './delivery-enums.ts';

export const MessageOpen = builder.prismaObject('MessageOpen', {
  description: "A fetch of the open pixel, recorded only with the person's consent.",
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the fetch.' }),
    machine: t.exposeBoolean('machine', {
      description:
        'Whether a mail proxy or scanner fetched the pixel; such a fetch does not show that a person opened the mail.',
    }),
  }),
});

const attemptAnswer = {
  category: 'Subject that the reply names as the cause; null when the mail was accepted.',
  replyCode: 'SMTP code of the reply, such as 550; null when there was none.',
  enhancedCode: 'Enhanced status code of the reply, such as 5.1.1 (RFC 3463); null when there was none.',
  reply: 'Text of the SMTP reply in one line, with addresses removed.',
};

export const MessageAttempt = builder.prismaObject('MessageAttempt', {
  description: 'One attempt to hand the message to a mail server.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the attempt, counted from 1.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the attempt began.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Milliseconds from the start to the reply or the failure.' }),
    transport: t.field({
      type: TransportEnum,
      description: 'Way by which the attempt went out: a relay, an exchanger or the local inbox.',
      select: { transport: true },
      resolve: ({ transport }) => transport as typeof TransportEnum.$inferType,
    }),
    exchanger: t.exposeString('exchanger', {
      nullable: true,
      description: 'Contacted host; null when the attempt reached none.',
    }),
    tlsVersion: t.exposeString('tlsVersion', {
      nullable: true,
      description: 'TLS version of the connection, for example TLSv1.3; null without encryption.',
    }),
    outcome: t.field({
      type: AttemptOutcome,
      description: 'Result of the attempt, such as temporary for one that is repeated.',
      select: { outcome: true },
      resolve: ({ outcome }) => outcome as typeof AttemptOutcome.$inferType,
    }),
    category: t.field({
      type: ReplyCategoryEnum,
      nullable: true,
      description: attemptAnswer.category,
      select: { category: true },
      resolve: ({ category }) => category as typeof ReplyCategoryEnum.$inferType | null,
    }),
    replyCode: t.exposeInt('replyCode', { nullable: true, description: attemptAnswer.replyCode }),
    enhancedCode: t.exposeString('enhancedCode', { nullable: true, description: attemptAnswer.enhancedCode }),
    reply: t.exposeString('reply', { nullable: true, description: attemptAnswer.reply }),
    answered: t.boolean({
      // Told from what is read anyway, so that a full page of messages with all fields has room for it.
      complexity: { field: 0, multiplier: 0 },
      description:
        'Whether a mail server gave the reply; false without one, and where the reply tells that no server could be found or reached.',
      select: { transport: true, exchanger: true, reply: true },
      resolve: wasAnswered,
    }),
  }),
});

export const MessageReport = builder.prismaObject('MessageReport', {
  description: 'A delivery report or complaint about a message. A late or repeated report leaves the state unchanged.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time at which the service received the report.' }),
    kind: t.field({
      type: ReportKind,
      description: 'Whether the mail bounced, was delivered, waits, or was complained about.',
      select: { kind: true },
      resolve: ({ kind }) => kind as typeof ReportKind.$inferType,
    }),
    hard: t.exposeBoolean('hard', { description: 'Whether the report says that the address itself cannot receive.' }),
    category: t.field({
      type: ReplyCategoryEnum,
      nullable: true,
      description: attemptAnswer.category,
      select: { category: true },
      resolve: ({ category }) => category as typeof ReplyCategoryEnum.$inferType | null,
    }),
    replyCode: t.exposeInt('replyCode', { nullable: true, description: attemptAnswer.replyCode }),
    enhancedCode: t.exposeString('enhancedCode', { nullable: true, description: attemptAnswer.enhancedCode }),
    reply: t.exposeString('reply', { nullable: true, description: attemptAnswer.reply }),
  }),
});
