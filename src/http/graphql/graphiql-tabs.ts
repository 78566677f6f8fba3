/**
 * The tabs that GraphiQL opens with, ready to run on the demo platform: a newcomer's first requests, and the queries
 * that a console begins with (schema/examples).
 */

import { readFile } from 'node:fs/promises';
import { day } from '../../ground/time/durations.ts';

export interface GraphiqlTab {
  readonly query: string;
  readonly variables?: string;
  readonly headers?: string;
}

const workspace = 'ref:demo';

/** A file of schema/examples with values for the demo platform. */
interface Example {
  /** Of the file in schema/examples, without its ending. */
  readonly name: string;
  readonly variables: object;
}

/** The queries that a console begins with. Alan's address is blocked on the demo platform. */
const examples = (): readonly Example[] => [
  {
    name: 'why-not-arrived',
    variables: { workspace, email: 'alan@example.com', eventType: 'order.shipped' },
  },
  { name: 'newest-messages', variables: { workspace, filter: { simulated: false } } },
  { name: 'person-across-workspaces', variables: { email: 'alan@example.com' } },
  { name: 'workspaces-by-health', variables: { health: 'ramping' } },
  { name: 'figures-by-day', variables: { from: dayBefore(29), to: dayBefore(0) } },
];

/** The day before today by `days`, in UTC. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * day).toISOString().slice(0, 10);
}

async function exampleTab({ name, variables }: Example) {
  const file = new URL(`../../../schema/examples/${name}.graphql`, import.meta.url);
  return { query: await readFile(file, 'utf8'), variables };
}

/** Comment lines are short: at a width of 1280 pixels the editor shows 48 characters. */
const withLocalKey = `# Requests carry the demo platform's API key,
# which is in .data/local.json. Another key goes
# into the Headers panel: {"Authorization": …}`;
const withoutKey = `# Every request needs an API key: write it
# behind "Bearer" in the Headers panel below.`;

/** `hasKey`: the page sends the local key with each request. */
export async function graphiqlTabs(hasKey: boolean): Promise<readonly GraphiqlTab[]> {
  const tabs: readonly { readonly query: string; readonly variables?: object }[] = [
    {
      query: `# Tidings over GraphQL. To run an operation, press
# the play button or Ctrl-Enter.
#
${hasKey ? withLocalKey : withoutKey}
#
# The schema is in the Docs panel on the left, and
# as text at /graphql/schema.

query WhoAmI {
  currentKey {
    id
    name
    createdAt
    expiresAt
  }
  sendingDomain {
    domain
    status
  }
}
`,
    },
    {
      query: `# Emits an event, which sends one email. To emit
# again, change the idempotency key: the same key
# returns the first event and sends nothing.

mutation Emit($workspace: ID!, $input: EventEmitInput!) {
  eventEmit(workspace: $workspace, input: $input) {
    replayed
    event {
      id
      createdAt
      message { id state }
    }
  }
}
`,
      variables: {
        workspace,
        input: {
          type: 'order.shipped',
          idempotencyKey: `graphiql-${Date.now()}`,
          recipient: { email: 'ada@example.com' },
          payload: { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/track/1001' },
        },
      },
    },
    ...(await Promise.all(examples().map(exampleTab))),
    {
      query: `# Shows what happens to messages from now on, until
# it is stopped. Emit in the meantime.

subscription Live($workspace: ID!) {
  workspaceMessages(workspace: $workspace) {
    cursor
    changes {
      state
      at
      message { id eventTypeName recipient }
    }
  }
}
`,
      variables: { workspace },
    },
    {
      query: `# Renders a template with a payload and sends
# nothing. Try another locale, such as "de".

query Preview($eventType: String!, $input: TemplatePreviewInput!) {
  templatePreview(eventType: $eventType, input: $input) {
    subject
    displayName
    fallenBack
    text
  }
}
`,
      variables: {
        eventType: 'order.shipped',
        input: {
          locale: 'en',
          payload: { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/track/1001' },
        },
      },
    },
    {
      query: `# Webhooks tell a backend what happened. To have
# some, run "npm run webhooks:listen" and emit.

query Webhooks {
  webhookEndpoints { id url types }
  webhooks(first: 10) {
    nodes {
      id
      type
      state
      attempts { at status error durationMs }
      body
    }
  }
}
`,
    },
  ];
  return tabs.map(({ query, variables }) => ({
    query,
    ...(variables === undefined ? {} : { variables: JSON.stringify(variables, null, 2) }),
  }));
}
