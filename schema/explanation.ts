/** Why a message left or did not, and what would become of an emit. */
import { explainAddress } from '../src/explain/explain-address.ts';
import { explainMessage } from '../src/explain/explain-message.ts';
import type { Cause, Explanation, Rule, Step, Verdict } from '../src/explain/explanation.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';

type Described<Name extends string> = Readonly<Record<Name, { readonly description: string }>>;

const CauseEnum = builder.enumType('ExplanationCause', {
  description: 'The one cause that a support person is told first.',
  values: {
    delivered: { description: 'A mail server accepted the mail.' },
    awaiting_report: { description: 'A relay accepted the mail, and its delivery report has not come yet.' },
    sending: { description: 'An attempt is under way.' },
    scheduled: { description: 'The emit said when the mail leaves, and the time has not come.' },
    waiting_for_turn: { description: 'Nothing holds the message; it leaves in the next turn of its workspace.' },
    complained: { description: 'The recipient marked the mail as spam.' },
    bounced: { description: 'A mail server rejected the mail for good.' },
    failed: { description: 'The mail was never offered to a mail server.' },
    cancelled: { description: 'A caller cancelled the message while it waited.' },
    expired: { description: 'No attempt succeeded within 24 hours of the emit, or of its sendAt.' },
    erased: { description: 'The person was erased, or is being erased.' },
    suppressed_by_bounce: { description: 'The address is suppressed since a hard bounce.' },
    suppressed_by_complaint: { description: 'The address is suppressed since a complaint.' },
    suppressed_by_mailbox_faults: { description: 'The address is suppressed since its mailbox was full or inactive.' },
    suppressed_by_hand: { description: 'A caller suppressed the address with addressSuppress.' },
    suppressed_before: { description: 'The address was suppressed then, and is no longer.' },
    no_marketing_consent: {
      description: 'The mail has a topic, and no contact that agreed to marketing holds the address.',
    },
    left_marketing: { description: 'The mail has a topic, and the contact has left marketing.' },
    left_topic: { description: 'The contact has left the topic of the mail.' },
    workspace_deleted: { description: 'Mail of a removed workspace fails with workspace_deleted.' },
    platform_suspended: { description: 'The operator suspended the platform, so its mail waits.' },
    workspace_suspended: { description: 'Somebody stopped all mail of the workspace.' },
    workspace_paused: { description: 'The health of the workspace paused its mail.' },
    day_cap_used: { description: 'The workspace has sent its mail of the day.' },
    domain_unverified: { description: 'The sending domain is not verified, or was replaced since the emit.' },
    domain_settling: { description: 'The sending domain was verified a few seconds ago.' },
    greylisted: { description: 'The server asks unknown senders to come back later.' },
    server_unreachable: { description: "The relay or the recipient's servers could not be reached." },
    exchanger_quiet: {
      description: "The recipient's mail servers asked for less mail, so the message waits for them.",
    },
    warming_up: { description: 'A new address has sent its mail of the day to the provider.' },
    restored: {
      description: 'The database was restored from a backup, so the message waits for the operator of the service.',
    },
    waiting_for_retry: { description: 'A server rejected the mail for now.' },
    simulator_unknown: { description: 'The simulator plays no outcome for this address of its domain.' },
    hour_used: { description: 'The address has had its emits of the hour.' },
    no_template: { description: 'The event type has no template, so its events send no mail.' },
    would_leave: { description: 'Nothing prevents an emit, and its mail would leave at once.' },
  } satisfies Described<Cause>,
});

const RuleEnum = builder.enumType('ExplanationRule', {
  description: 'A rule of the service that decides about mail.',
  values: {
    recipient: { description: 'Whether the address is one that the simulator plays.' },
    platform: { description: 'Whether the operator has suspended the platform.' },
    suspension: { description: 'Whether the workspace is suspended.' },
    sending_domain: { description: 'Whether the sending domain may send.' },
    template: { description: 'Whether the event type has a template.' },
    hour: { description: 'The thirty emits to one address in sixty minutes.' },
    suppression: {
      description: 'Whether the address is suppressed for all email, or for marketing where the mail has a topic.',
    },
    consent: { description: 'Whether the contact wants mail of the topic; of mail with a topic alone.' },
    health: { description: 'Rates of bounces and complaints, which can pause all mail.' },
    day_cap: { description: 'The share of the usual volume that a throttled or new workspace may use today.' },
    schedule: { description: 'When the next attempt is due, or when the mail leaves as its emit said.' },
    attempt: { description: 'An attempt, with the reply of the server.' },
    report: { description: 'A delivery report or a complaint that came by mail.' },
    expiry: { description: 'The time in which an attempt has to succeed.' },
    cancellation: { description: 'Whether a caller cancelled the message while it waited.' },
    resend: { description: 'Whether the content was sent again, or is that of an earlier message.' },
    erasure: { description: 'Whether the person is erased.' },
    workspace: { description: 'Whether the workspace is deleted.' },
  } satisfies Described<Rule>,
});

const VerdictEnum = builder.enumType('ExplanationVerdict', {
  description: 'Effect of a rule on the message.',
  values: {
    passed: { description: 'The rule lets the message go.' },
    held: { description: 'The message waited for the rule earlier.' },
    refused: { description: 'The attempt handed the mail to no server, so the message had to wait.' },
    holds: { description: 'The message waits for the rule now.' },
    ended: { description: 'The rule ended the message, or would withhold it.' },
    refuses: { description: 'An emit would be refused.' },
  } satisfies Described<Verdict>,
});

const StepType = builder.objectRef<Step>('ExplanationStep').implement({
  description: 'One rule, with the fact behind its verdict.',
  fields: (t) => ({
    rule: t.expose('rule', { type: RuleEnum, description: 'Kind of decision that the step shows.' }),
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'Effect of the rule on the message.' }),
    fact: t.exposeString('fact', {
      description: 'The reason in English, a clause or sentences without addresses, such as a reply of a server.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the fact holds, or when it occurred; null when that was not recorded.',
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'When the hold ends by itself; null when somebody has to act, or when nothing is held.',
    }),
    endedBy: t.exposeString('endedBy', {
      nullable: true,
      description: 'Event or action that lifts the hold, as a sentence; null where time lifts it or nothing is held.',
    }),
    cause: t.expose('cause', {
      type: CauseEnum,
      nullable: true,
      description: 'Set where the rule refuses, ended or holds.',
    }),
    code: t.exposeString('code', {
      nullable: true,
      description:
        'The reason as errors, webhooks and servers have it, such as domain_not_sendable or 451 4.7.1; null where there is none.',
    }),
  }),
});

const ExplanationType = builder.objectRef<Explanation>('Explanation').implement({
  description: 'Every rule that bears on a message, and the one that is its cause.',
  fields: (t) => ({
    cause: t.expose('cause', { type: CauseEnum, description: 'The first rule that refuses, ended or holds.' }),
    summary: t.exposeString('summary', { description: 'The cause with its fact and times, as English sentences.' }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'Code of the step that is the cause; null where it has none.',
    }),
    next: t.exposeString('next', {
      nullable: true,
      description: 'Advice for the person who asks, as English sentences; null where nothing is left to do.',
    }),
    steps: t.field({
      type: [StepType],
      description: 'The rules in the order in which the service applies them; attempts and reports come first.',
      resolve: ({ steps }) => [...steps],
    }),
  }),
});

const workspaceArgument = { required: true, description: 'Id of the workspace, or ref:<reference>.' } as const;

builder.queryFields((t) => ({
  messageExplain: t.field({
    type: ExplanationType,
    complexity: workCost.explanation,
    description:
      'Explains why a message of the last 90 days left or did not. Of an erased person the emit alone is left, which says so.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Id of the message, as in a webhook or the log; with workspace also the id of the event.',
      }),
      workspace: t.arg.id({
        description: 'Id of the workspace, or ref:<reference>; any of the platform when left out.',
      }),
    },
    resolve: (_root, { id, workspace }, viewer) => explainMessage(tenant(viewer), { id, workspace: workspace ?? null }),
  }),
  addressExplain: t.field({
    type: ExplanationType,
    complexity: workCost.explanation,
    description: 'Explains what would become of an emit to an address now. Nothing is recorded or sent.',
    args: {
      workspace: t.arg.id(workspaceArgument),
      email: t.arg.string({ required: true, description: 'Address of the recipient, 3 to 254 characters.' }),
      eventType: t.arg.string({ required: true, description: 'Name of the event type, such as order.shipped.' }),
    },
    resolve: (_root, sought, viewer) => explainAddress(tenant(viewer), sought),
  }),
}));
