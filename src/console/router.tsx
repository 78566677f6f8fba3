/**
 * The pages by path. Each page is loaded at its first visit. Longer than the house's 250 lines, because every page is a
 * route.
 */
import { createRootRoute, createRoute, createRouter, redirect, retainSearchParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { faultOf } from './api/fault.ts';
import { queryClient, whenSignedOut } from './api/query-client.ts';
import { scopesOf } from './api/scopes.ts';
import { viewerQuery } from './api/session.ts';
import { isSignedIn } from './api/viewer.ts';
import { forgetRecent } from './finder/recent-pages.ts';
import { FaultView } from './parts/events/fault-view.tsx';
import { lazyPart } from './parts/lazy/lazy-part.tsx';
import { messageSearch } from './parts/messages/message-search.ts';
import { parseSearch, searchOf, writeSearch } from './search.ts';
import { Shell } from './shell/shell.tsx';

const page = (load: () => Promise<ComponentType>) => lazyPart(load, { isPage: true });

type Kept = { readonly platform?: string | undefined; readonly workspace?: string | undefined };

/** Kept from page to page. `platform`: that of an operator; `workspace`: the one that lists show. */
const rootRoute = createRootRoute({
  validateSearch: searchOf('platform', 'workspace'),
  search: { middlewares: [retainSearchParams<Kept>(['platform', 'workspace'])] },
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: searchOf('to', 'ended'),
  component: page(() => import('./pages/sign-in.tsx').then(({ SignInPage }) => SignInPage)),
});

/** Every page but the sign-in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const viewer = await queryClient.ensureQueryData(viewerQuery);
    if (!isSignedIn(viewer)) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
  component: Shell,
  errorComponent: ({ error, reset }) => (
    <main className="alone">
      <FaultView fault={faultOf(error)} retry={reset} />
    </main>
  ),
});

const indexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: async () => {
    const viewer = await queryClient.ensureQueryData(viewerQuery);
    if (!isSignedIn(viewer)) return;
    const { isOperator, allow } = scopesOf(viewer);
    throw redirect({ to: isOperator ? '/platforms' : allow('read') ? '/messages' : '/keys', replace: true });
  },
});

const messagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  validateSearch: messageSearch,
  component: page(() => import('./pages/messages.tsx').then(({ MessagesPage }) => MessagesPage)),
});

const messageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages/$message',
  component: page(() => import('./pages/message.tsx').then(({ MessagePage }) => MessagePage)),
});

const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: searchOf('search', 'status', 'view', 'all'),
  component: page(() => import('./pages/people.tsx').then(({ PeoplePage }) => PeoplePage)),
});

const addressRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/address',
  validateSearch: searchOf('email'),
  component: page(() => import('./pages/address.tsx').then(({ AddressPage }) => AddressPage)),
});

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$workspace/$contact',
  component: page(() => import('./pages/person.tsx').then(({ PersonPage }) => PersonPage)),
});

const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces',
  validateSearch: searchOf('search', 'health', 'status', 'order', 'view'),
  component: page(() => import('./pages/workspaces.tsx').then(({ WorkspacesPage }) => WorkspacesPage)),
});

const workspaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces/$id',
  validateSearch: searchOf('days'),
  component: page(() => import('./pages/workspace.tsx').then(({ WorkspacePage }) => WorkspacePage)),
});

const mailServersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mail-servers',
  component: page(() => import('./pages/mail-servers.tsx').then(({ MailServersPage }) => MailServersPage)),
});

const figuresRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/figures',
  validateSearch: searchOf('days', 'eventType', 'provider', 'by'),
  component: page(() => import('./pages/figures.tsx').then(({ FiguresPage }) => FiguresPage)),
});

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch: searchOf('search', 'language'),
  component: page(() => import('./pages/templates.tsx').then(({ TemplatesPage }) => TemplatesPage)),
});

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$eventType',
  validateSearch: searchOf('part', 'as', 'draft', 'version', 'with', 'test'),
  component: page(() => import('./pages/template.tsx').then(({ TemplatePage }) => TemplatePage)),
});

const eventTypesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/event-types',
  validateSearch: searchOf('search'),
  component: page(() => import('./pages/event-types.tsx').then(({ EventTypesPage }) => EventTypesPage)),
});

const eventTypeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/event-types/$name',
  validateSearch: searchOf('show'),
  component: page(() => import('./pages/event-type.tsx').then(({ EventTypePage }) => EventTypePage)),
});

const attributesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/attributes',
  component: page(() => import('./pages/attributes.tsx').then(({ AttributesPage }) => AttributesPage)),
});

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: searchOf('type', 'state', 'endpoint'),
  component: page(() => import('./pages/webhooks.tsx').then(({ WebhooksPage }) => WebhooksPage)),
});

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$webhook',
  component: page(() => import('./pages/webhook.tsx').then(({ WebhookPage }) => WebhookPage)),
});

const domainRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sending-domain',
  component: page(() => import('./pages/sending-domain.tsx').then(({ SendingDomainPage }) => SendingDomainPage)),
});

const layoutsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/layouts',
  component: page(() => import('./pages/layouts.tsx').then(({ LayoutsPage }) => LayoutsPage)),
});

const layoutRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/layouts/$layout',
  component: page(() => import('./pages/layout.tsx').then(({ LayoutPage }) => LayoutPage)),
});

const brandRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/brand',
  component: page(() => import('./pages/brand.tsx').then(({ BrandPage }) => BrandPage)),
});

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  component: page(() => import('./pages/keys.tsx').then(({ KeysPage }) => KeysPage)),
});

const platformsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/platforms',
  validateSearch: searchOf('search', 'order'),
  component: page(() => import('./pages/platforms.tsx').then(({ PlatformsPage }) => PlatformsPage)),
});

const operationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operations',
  component: page(() => import('./pages/operations.tsx').then(({ OperationsPage }) => OperationsPage)),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit-log',
  validateSearch: searchOf('operation', 'object', 'by', 'from', 'until'),
  component: page(() => import('./pages/audit-log.tsx').then(({ AuditLogPage }) => AuditLogPage)),
});

/** Any other path, within the frame of the pages. */
const otherRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: page(() => import('./pages/not-found.tsx').then(({ NotFound }) => NotFound)),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    shellRoute.addChildren([
      indexRoute,
      messagesRoute,
      messageRoute,
      peopleRoute,
      addressRoute,
      personRoute,
      workspacesRoute,
      workspaceRoute,
      mailServersRoute,
      figuresRoute,
      templatesRoute,
      templateRoute,
      eventTypesRoute,
      eventTypeRoute,
      attributesRoute,
      webhooksRoute,
      webhookRoute,
      layoutsRoute,
      layoutRoute,
      brandRoute,
      domainRoute,
      keysRoute,
      platformsRoute,
      operationsRoute,
      auditRoute,
      otherRoute,
    ]),
  ]),
  basepath: '/console',
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  // Within the frame: a page that fails never takes the navigation away.
  defaultErrorComponent: ({ error, reset }) => <FaultView fault={faultOf(error)} retry={reset} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Who signs in again is back on the page that was open; whoever signs out is on the way already.
whenSignedOut(() => {
  queryClient.removeQueries();
  forgetRecent();
  const { pathname, href } = router.latestLocation;
  if (pathname === '/sign-in') return;
  const search = { ended: 'yes', to: href, platform: undefined, workspace: undefined };
  void router.navigate({ to: '/sign-in', search });
});
