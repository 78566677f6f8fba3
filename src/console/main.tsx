/**
 * The console: a page on the service's own GraphQL and nothing else. This folder runs in the browser and imports nothing
 * of the service; its types come from schema/schema.graphql (api/operations.ts, made by `npm run schema:write`).
 */
import '@fontsource-variable/inter/index.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/lists.css';
import './styles/shell.css';
import './styles/pages.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { Toasts } from './parts/dialogs/toasts.tsx';
import { router } from './router.tsx';
import { showFont } from './shell/font.ts';
import { applyTheme, readTheme } from './shell/theme.ts';
import { styleNonce } from './style-nonce.ts';

// The lock of the page's scrolling behind dialogs is a style element, which takes its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
applyTheme(readTheme());
showFont();

// The file of the page that was asked for is loaded beside the answer who is signed in.
const routes: Readonly<Record<string, { readonly options: { readonly component?: unknown } }>> = router.routesById;
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const component = routes[String(routeId)]?.options.component as { readonly preload?: () => void } | undefined;
  component?.preload?.();
}

const place = document.getElementById('console');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </StrictMode>,
  );
}
