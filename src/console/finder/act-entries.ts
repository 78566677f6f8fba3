/** What can be done with found things, as lines of the search. Each asks before it does it. */
import type {
  FindAddressQuery,
  FindBlocksQuery,
  FindIdQuery,
  FindPlatformsQuery,
  FoundBlockFragment,
  FoundEndpointFragment,
  FoundMessageFragment,
  NamedWorkspaceFragment,
} from '../api/operations.ts';
import { isCancellable, isResendable, whyNotResendable } from '../parts/messages/message-facts.ts';
import { words } from '../words.ts';
import type { Entry, FinderAct } from './entry.ts';
import { type Verb, verbs } from './verbs.ts';

const text = words.finder;
const { acts } = text;

type MayDo = (verb: Verb) => boolean;

function actEntry(verb: Verb, id: string, title: string, detail: string | null, act: FinderAct): Entry {
  return { value: `${verb} ${id}`, kind: 'act', title, detail, going: { act } };
}

/** The verbs themselves: each is written into the search, and what it is done to is typed behind it. */
export function verbEntries(may: MayDo): readonly Entry[] {
  return verbs.filter(may).map((verb) => ({
    value: `verb ${verb}`,
    kind: 'act',
    title: text.verbs[verb],
    keywords: verb,
    going: { fill: `${verb} ` },
  }));
}

export function actsOfWorkspaces(nodes: readonly NamedWorkspaceFragment[], verb: 'suspend' | 'resume') {
  return nodes.map(({ id, name, reference }) =>
    actEntry(verb, id, acts[verb](name), reference, { do: `${verb}_workspace`, id, name }),
  );
}

export function actsOfPlatforms({ platforms }: FindPlatformsQuery, verb: 'suspend' | 'resume'): readonly Entry[] {
  return (platforms?.nodes ?? [])
    .filter(({ suspendedAt }) => (verb === 'suspend') === (suspendedAt === null))
    .map(({ id, name }) =>
      actEntry(verb, id, acts[verb](name), text.kinds.platform, { do: `${verb}_platform`, id, name }),
    );
}

/** Whether the key may lift the suppression that withholds a message. */
type MayLift = Parameters<typeof whyNotResendable>[1];

/** Sending again and cancelling, as far as the state of the message allows. */
export function actsOfMessage(message: FoundMessageFragment, may: MayDo, mayLift: MayLift): readonly Entry[] {
  const { id, state, recipient, eventTypeName, workspace } = message;
  if (!workspace) return [];
  const name = recipient ?? eventTypeName;
  const detail = [words.states[state], eventTypeName, workspace.name].join(' · ');
  const entry = (verb: 'resend' | 'cancel') => ({
    ...actEntry(verb, id, acts[verb](name), detail, { do: verb, workspace: workspace.id, id }),
    at: message.createdAt,
  });
  return [
    ...(may('resend') && isResendable(state) ? [again()] : []),
    ...(may('cancel') && isCancellable(state) ? [entry('cancel')] : []),
  ];

  /** Where it would be refused, the line says why, and leads to the message, whose page says what helps. */
  function again(): Entry {
    const whyNot = whyNotResendable(message, mayLift);
    if (!whyNot) return entry('resend');
    return {
      ...entry('resend'),
      title: acts.notResend(name),
      detail: words.message.notResendable[whyNot],
      going: { to: { to: '/messages/$message', params: { message: id } } },
    };
  }
}

export function actsOfEndpoint(endpoint: FoundEndpointFragment, may: MayDo): readonly Entry[] {
  const { id, url, pausedAt, breaker } = endpoint;
  const isHeld = pausedAt !== null || breaker.pausedUntil !== null;
  const entry = (verb: 'pause' | 'resume' | 'test' | 'redeliver') =>
    actEntry(verb, id, acts[`${verb}Endpoint` as const](url), text.kinds.endpoint, {
      do: `${verb}_endpoint`,
      endpoint,
    });
  return [
    ...(may('pause') && pausedAt === null ? [entry('pause')] : []),
    ...(may('resume') && isHeld ? [entry('resume')] : []),
    ...(may('test') ? [entry('test')] : []),
    ...(may('redeliver') ? [entry('redeliver')] : []),
  ];
}

/** What can be done with the thing of an id. */
export function actsOfId({ node }: FindIdQuery, may: MayDo, mayLift: MayLift): readonly Entry[] {
  switch (node?.__typename) {
    case 'Message':
      return actsOfMessage(node, may, mayLift);
    case 'WebhookEndpoint':
      return actsOfEndpoint(node, may);
    case 'Workspace': {
      const verb = node.status === 'active' ? 'suspend' : 'resume';
      return may(verb) ? actsOfWorkspaces([node], verb) : [];
    }
    case 'Webhook': {
      const { id, webhookType: name, to } = node;
      const act = { do: 'redeliver_webhook', id, name } as const;
      return may('redeliver') && to ? [actEntry('redeliver', id, acts.redeliver(name), null, act)] : [];
    }
    case 'Contact': {
      const { id, email, home } = node;
      if (!email) return [];
      const where = { workspace: home.id, email };
      return [
        ...(may('suppress')
          ? [actEntry('suppress', home.id, acts.suppress(email), home.name, { do: 'suppress', ...where })]
          : []),
        ...(may('erase')
          ? [actEntry('erase', id, acts.erase(email), home.name, { do: 'erase', ...where, contact: id })]
          : []),
      ];
    }
    default:
      return [];
  }
}

/** `here`: the workspace of the open page, which may not know the address yet. */
export function actsOfAddress(found: FindAddressQuery | undefined, email: string, here: string | null, may: MayDo) {
  const contacts = found?.person?.contacts?.nodes ?? [];
  const known = contacts.map(({ workspace }) => workspace);
  const isHere = here !== null && known.every(({ id }) => id !== here);
  const places = isHere ? [{ id: here, name: text.here }, ...known] : known;
  const lifts = (found?.person?.suppressions?.nodes ?? []).flatMap(({ workspace, ...block }) => {
    // A block of the whole platform is lifted through any workspace that knows the address.
    const through = workspace ?? places[0];
    return through ? liftOf(block, through.id, email, workspace?.name ?? words.suppressionScopes.platform) : [];
  });
  return [
    ...(may('lift') ? lifts : []),
    ...(may('suppress')
      ? places.map(({ id, name }) =>
          actEntry('suppress', id, acts.suppress(email), name, { do: 'suppress', workspace: id, email }),
        )
      : []),
    ...(may('erase')
      ? contacts.map(({ id, workspace: { id: workspace, name } }) =>
          actEntry('erase', id, acts.erase(email), name, { do: 'erase', workspace, contact: id, email }),
        )
      : []),
  ];
}

/** In the only workspace of the key. */
export function liftsOfBlocks({ suppressions }: FindBlocksQuery, workspace: string, email: string): readonly Entry[] {
  return (suppressions?.nodes ?? [])
    .filter((block) => block.email?.toLowerCase() === email.toLowerCase() && block.scope === 'workspace')
    .flatMap((block) => liftOf(block, workspace, email, text.here));
}

function liftOf(
  { id, blocks }: FoundBlockFragment,
  workspace: string,
  email: string,
  detail: string,
): readonly Entry[] {
  const act = { do: 'lift', workspace, id, email } as const;
  return blocks.includes('all') ? [actEntry('lift', id, acts.lift(email), detail, act)] : [];
}

/** A template's test mail is sent from its page. */
export function testOfTemplate(name: string): Entry {
  const to = { to: '/templates/$eventType', params: { eventType: name }, search: { test: 'yes' } } as const;
  return {
    value: `test ${name}`,
    kind: 'act',
    title: acts.testTemplate(name),
    detail: text.kinds.template,
    going: { to },
  };
}
