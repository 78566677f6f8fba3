/** The counts and rates of a group of messages. */
import { estimatePercentile } from '../src/figures/delivery-times.ts';
import type { MailProvider } from '../src/figures/provider-of.ts';
import { deliveredOf, type FigureCounts, ratesOf, waitingOf } from '../src/figures/report-figures.ts';
import { builder } from './builder.ts';

type Described<Name extends string> = Readonly<Record<Name, { readonly description: string }>>;

export const MailProviderEnum = builder.enumType('MailProvider', {
  description: "The provider of a recipient's mailbox, by the domain of the address.",
  values: {
    gmail: { description: 'Addresses of gmail.com and googlemail.com.' },
    outlook: { description: 'Microsoft for persons: outlook, hotmail, live and msn, in all countries.' },
    yahoo: { description: 'Yahoo in all countries, ymail, and AOL.' },
    icloud: { description: 'Apple: icloud.com, me.com and mac.com.' },
    gmx: { description: 'GMX in all countries, web.de and mail.com.' },
    proton: { description: 'Proton Mail, with pm.me.' },
    orange: { description: 'Orange in France, with wanadoo.fr.' },
    mail_ru: { description: 'Mail.ru with bk.ru, inbox.ru and list.ru.' },
    yandex: { description: 'Yandex and ya.ru.' },
    qq: { description: 'Tencent: qq.com and foxmail.com.' },
    netease: { description: 'NetEase: 163.com, 126.com and yeah.net.' },
    comcast: { description: 'Mailboxes of comcast.net and xfinity.com.' },
    other: { description: 'All other domains, whoever hosts their mailboxes.' },
  } satisfies Described<MailProvider>,
});

const FigureRates = builder.objectRef<ReturnType<typeof ratesOf>>('FigureRates').implement({
  description: 'Shares from 0 to 1; each is null where no message is in the whole.',
  fields: (t) => ({
    delivered: t.exposeFloat('delivered', {
      nullable: true,
      description: 'Delivered messages among those that ended without being suppressed.',
    }),
    bounced: t.exposeFloat('bounced', {
      nullable: true,
      description: 'Hard and soft bounces among the messages that ended without being suppressed.',
    }),
    bouncedHard: t.exposeFloat('bouncedHard', {
      nullable: true,
      description: 'Hard bounces alone among the messages that ended without being suppressed.',
    }),
    complained: t.exposeFloat('complained', {
      nullable: true,
      description: 'Messages marked as spam among the delivered ones.',
    }),
    opened: t.exposeFloat('opened', {
      nullable: true,
      description: 'Opened messages among the delivered ones, whether or not their recipients agreed to be tracked.',
    }),
  }),
});

const ms = 'Estimated from counts in steps that double: off by less than a factor of two, or by less than 125 ms.';

const DeliveryTimes = builder.objectRef<FigureCounts>('DeliveryTimes').implement({
  description: `Times from the emit until a mail server had accepted the mail; milliseconds. ${ms}`,
  fields: (t) => ({
    measured: t.int({
      description: 'Deliveries with a known time: all but those that follow from the silence of a relay.',
      resolve: ({ delays }) => delays.reduce((sum, count) => sum + count, 0),
    }),
    p50: t.int({
      nullable: true,
      description: 'Half of the measured deliveries took no longer; null without one.',
      resolve: ({ delays }) => estimatePercentile(delays, 0.5),
    }),
    p90: t.int({
      nullable: true,
      description: 'Nine of ten measured deliveries took no longer; null without one.',
      resolve: ({ delays }) => estimatePercentile(delays, 0.9),
    }),
    p99: t.int({
      nullable: true,
      description: '99 of 100 measured deliveries took no longer; null without one.',
      resolve: ({ delays }) => estimatePercentile(delays, 0.99),
    }),
  }),
});

export const Figures = builder.objectRef<FigureCounts>('Figures').implement({
  description:
    'Counts of real messages, by their state now. Simulated messages are in no count. Each accepted message is in one of waiting, delivered, bounced, suppressed, failed, expired and erased.',
  fields: (t) => ({
    accepted: t.exposeInt('accepted', { description: 'Emits that gave rise to a message, suppressed ones included.' }),
    waiting: t.int({
      description: 'Messages that are queued or being sent, or for which a report of a relay is due.',
      resolve: waitingOf,
    }),
    delivered: t.int({
      description: 'Messages that a mail server accepted and did not send back, with those complained about.',
      resolve: deliveredOf,
    }),
    bounced: t.int({
      description: 'Messages that a mail server rejected for good or sent back: hard and soft bounces.',
      resolve: ({ bounced_hard, bounced_soft }) => bounced_hard + bounced_soft,
    }),
    bouncedHard: t.exposeInt('bounced_hard', { description: 'Bounces whose address cannot receive mail.' }),
    bouncedSoft: t.exposeInt('bounced_soft', { description: 'Bounces for another reason, such as policy or size.' }),
    complained: t.exposeInt('complained', { description: 'Delivered messages that the recipient marked as spam.' }),
    suppressed: t.exposeInt('suppressed', { description: 'Messages withheld because their address is suppressed.' }),
    failed: t.exposeInt('failed', { description: 'Messages that were never offered to a mail server.' }),
    expired: t.exposeInt('expired', { description: 'Messages that could not go out within 24 hours.' }),
    erased: t.exposeInt('erased', { description: 'Messages deleted with an erased person before they ended.' }),
    opened: t.exposeInt('opened', {
      description:
        'Messages whose open pixel was fetched at least once while the contact agreed, fetches by known machines aside.',
    }),
    fellBack: t.exposeInt('fell_back', {
      description: 'Messages with a merge tag without value, which rendered a fallback or nothing.',
    }),
    rates: t.field({ type: FigureRates, description: 'Shares of these counts.', resolve: ratesOf }),
    timeToDelivery: t.field({
      type: DeliveryTimes,
      description: 'Percentiles of the time from emit to delivery; later complaints change none.',
      resolve: (counts) => counts,
    }),
  }),
});
