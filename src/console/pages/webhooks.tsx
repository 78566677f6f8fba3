/** Endpoints, signing secrets, and the log of webhooks. A key for one workspace sees the log alone. */
import '../styles/endpoints.css';
import { getRouteApi } from '@tanstack/react-router';
import { SearchX, Webhook as WebhookIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EndpointsDocument, WebhooksDocument, type WebhooksQuery } from '../api/operations.ts';
import { liveEvery, useAsk, useList } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { Filter, optionsOf } from '../parts/forms/field.tsx';
import { addressOf } from '../parts/messages/message-columns.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Answer, Empty } from '../parts/states.tsx';
import { EndpointList } from '../parts/webhooks/endpoint-list.tsx';
import { SecretList } from '../parts/webhooks/secret-list.tsx';
import { WebhookStateOf } from '../parts/webhooks/webhook-state.tsx';
import { isWebhookType, webhookTypeNames } from '../parts/webhooks/webhook-type.ts';
import { When } from '../parts/when.tsx';
import { oneOf } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/webhooks');
const text = words.webhooks;

type Row = NonNullable<WebhooksQuery['webhooks']>['nodes'][number];

const type: Column<Row> = {
  title: text.type,
  width: 'minmax(0, 1.4fr)',
  narrow: 'first',
  cell: ({ type }) => <code>{webhookTypeNames[type]}</code>,
};

/** Rows of one type are told apart by whom they tell of. */
const about: Column<Row> = {
  title: text.about,
  width: 'minmax(0, 1.8fr)',
  cell: ({ message, workspace }) =>
    message ? <span className="cut">{addressOf(message)}</span> : <span className="cut">{workspace?.name}</span>,
};

const state: Column<Row> = {
  title: text.state,
  width: 'minmax(7rem, 13rem)',
  cell: (row) => <WebhookStateOf webhook={row} />,
};

const response: Column<Row> = {
  title: text.response,
  width: 'minmax(0, 1.1fr)',
  cell: ({ lastStatus, lastError }) =>
    lastError && lastError !== 'status'
      ? words.webhookErrors[lastError]
      : lastStatus
        ? text.status(lastStatus)
        : text.noResponse,
};

const receiver: Column<Row> = {
  title: text.endpoint,
  width: 'minmax(0, 1.6fr)',
  narrow: 'hidden',
  cell: ({ endpoint }) => (endpoint ? <span className="url">{endpoint.url}</span> : <em>{text.deletedEndpoint}</em>),
};

const created: Column<Row> = {
  title: words.common.createdAt,
  width: '7.5rem',
  align: 'end',
  cell: ({ createdAt }) => <When at={createdAt} />,
};

const columns = [type, about, state, response, receiver, created];
/** Where one endpoint is and none was deleted, all rows are of it. */
const columnsOfOne = columns.filter((column) => column !== receiver);

export function WebhooksPage(): ReactNode {
  const { allowWide } = useScopes();
  const isWide = allowWide('read');
  const reading = useAsk(EndpointsDocument, {}, { enabled: isWide, every: 2 * liveEvery });
  const endpoints = reading.data?.webhookEndpoints ?? [];
  return (
    <Page title={text.title} intro={text.intro}>
      {isWide && (
        <Answer reading={reading}>
          {({ webhookEndpoints, webhookSecrets }) => (
            <>
              <EndpointList endpoints={webhookEndpoints ?? []} />
              <SecretList secrets={webhookSecrets ?? []} />
            </>
          )}
        </Answer>
      )}
      {(!isWide || reading.data !== undefined) && (
        <>
          <h2 className="part">{text.log}</h2>
          <Log urls={endpoints.map(({ id, url }) => [id, url] as const)} />
        </>
      )}
    </Page>
  );
}

function Log({ urls }: { readonly urls: readonly (readonly [id: string, url: string])[] }): ReactNode {
  const { type, state, endpoint } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = {
    type: isWebhookType(type) ? type : null,
    state: oneOf(words.webhookStates, state) ?? null,
    endpoint: endpoint ?? null,
  };
  const people = useScopes().allow('people');
  const listing = useList(WebhooksDocument, { ...filter, people }, ({ webhooks }) => webhooks, { live: true });
  type Change = Partial<Record<'type' | 'state' | 'endpoint', string | undefined>>;
  const set = (change: Change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const isFiltered = Object.values(filter).some((value) => value !== null);
  const hasDeleted = listing.rows?.some(({ endpoint: to }) => to === null) === true;
  return (
    <>
      <search className="filters" aria-label={words.common.filters}>
        <Filter
          label={text.type}
          value={filter.type ?? undefined}
          options={optionsOf(webhookTypeNames)}
          onPick={(picked) => set({ type: picked })}
        />
        <Filter
          label={text.state}
          value={filter.state ?? undefined}
          options={optionsOf(words.webhookStates)}
          onPick={(picked) => set({ state: picked })}
        />
        {urls.length > 0 && (
          <Filter
            label={text.endpoint}
            value={endpoint}
            options={urls}
            onPick={(picked) => set({ endpoint: picked })}
          />
        )}
      </search>
      <Rows
        label={text.log}
        listing={listing}
        columns={urls.length === 1 && !hasDeleted ? columnsOfOne : columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/webhooks/$webhook', params: { webhook: id } })}
        empty={
          isFiltered ? (
            <Empty icon={SearchX} title={text.noMatchTitle} hint={text.noMatchHint}>
              <Button onClick={() => set({ type: undefined, state: undefined, endpoint: undefined })}>
                {words.common.clear}
              </Button>
            </Empty>
          ) : (
            <Empty icon={WebhookIcon} title={text.emptyTitle} hint={text.emptyHint} />
          )
        }
      />
    </>
  );
}
