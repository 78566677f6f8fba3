/** The pages by path. Each page is loaded at its first visit. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { faultOf } from './api/fault.ts';
import { queryClient, whenSignedOut } from './api/query-client.ts';
import { isSignedIn, viewerQuery } from './api/session.ts';
import { scopesOf } from './api/use-scopes.ts';
import { FaultView } from './parts/events/fault-view.tsx';
import { messageSearch } from './parts/messages/message-search.ts';
import { parseSearch, searchOf, writeSearch } from './search.ts';
import { Shell } from './shell/shell.tsx';

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
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignInPage'),
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
  component: lazyRouteComponent(() => import('./pages/messages.tsx'), 'MessagesPage'),
});

const messageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages/$message',
  component: lazyRouteComponent(() => import('./pages/message.tsx'), 'MessagePage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: searchOf('search', 'status', 'view'),
  component: lazyRouteComponent(() => import('./pages/people.tsx'), 'PeoplePage'),
});

const addressRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/address',
  validateSearch: searchOf('email'),
  component: lazyRouteComponent(() => import('./pages/address.tsx'), 'AddressPage'),
});

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$workspace/$contact',
  component: lazyRouteComponent(() => import('./pages/person.tsx'), 'PersonPage'),
});

const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces',
  validateSearch: searchOf('search', 'health', 'status', 'order', 'view'),
  component: lazyRouteComponent(() => import('./pages/workspaces.tsx'), 'WorkspacesPage'),
});

const workspaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces/$id',
  validateSearch: searchOf('days'),
  component: lazyRouteComponent(() => import('./pages/workspace.tsx'), 'WorkspacePage'),
});

const figuresRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/figures',
  validateSearch: searchOf('days', 'eventType', 'provider', 'by'),
  component: lazyRouteComponent(() => import('./pages/figures.tsx'), 'FiguresPage'),
});

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  component: lazyRouteComponent(() => import('./pages/templates.tsx'), 'TemplatesPage'),
});

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$eventType',
  validateSearch: searchOf('part', 'as', 'draft', 'version', 'with'),
  component: lazyRouteComponent(() => import('./pages/template.tsx'), 'TemplatePage'),
});

const eventTypesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/event-types',
  component: lazyRouteComponent(() => import('./pages/event-types.tsx'), 'EventTypesPage'),
});

const eventTypeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/event-types/$name',
  component: lazyRouteComponent(() => import('./pages/event-type.tsx'), 'EventTypePage'),
});

const attributesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/attributes',
  component: lazyRouteComponent(() => import('./pages/attributes.tsx'), 'AttributesPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: searchOf('type', 'state', 'endpoint'),
  component: lazyRouteComponent(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$webhook',
  component: lazyRouteComponent(() => import('./pages/webhook.tsx'), 'WebhookPage'),
});

const domainRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sending-domain',
  component: lazyRouteComponent(() => import('./pages/sending-domain.tsx'), 'SendingDomainPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys.tsx'), 'KeysPage'),
});

const platformsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/platforms',
  validateSearch: searchOf('search', 'order'),
  component: lazyRouteComponent(() => import('./pages/platforms.tsx'), 'PlatformsPage'),
});

const operationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operations',
  component: lazyRouteComponent(() => import('./pages/operations.tsx'), 'OperationsPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit-log',
  validateSearch: searchOf('operation', 'object', 'by'),
  component: lazyRouteComponent(() => import('./pages/audit-log.tsx'), 'AuditLogPage'),
});

/** Any other path, within the frame of the pages. */
const otherRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./pages/not-found.tsx'), 'NotFound'),
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
      figuresRoute,
      templatesRoute,
      templateRoute,
      eventTypesRoute,
      eventTypeRoute,
      attributesRoute,
      webhooksRoute,
      webhookRoute,
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
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Who signs in again is back on the page that was open.
whenSignedOut(() => {
  queryClient.removeQueries();
  // Whoever signs out is on the way there.
  const { pathname, href } = router.latestLocation;
  if (pathname === '/sign-in') return;
  const search = { ended: 'yes', to: href, platform: undefined, workspace: undefined };
  void router.navigate({ to: '/sign-in', search });
});
