/** Which scripts index.html names to a browser that asks for one page. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scriptsOfPages } from '../../src/make-console-pages.ts';

const page = (name: string, imports: readonly string[]) => ({
  fileName: `assets/${name}-1.js`,
  facadeModuleId: `/somewhere/src/console/pages/${name}.tsx`,
  imports,
});

const router = `
const messagesRoute = createRoute({
  path: '/messages',
  validateSearch: messageSearch,
  component: page(() => import('./pages/messages.tsx').then(({ MessagesPage }) => MessagesPage)),
});

const auditRoute = createRoute({
  path: '/audit-log/$entry',
  component: page(() => import('./pages/audit-log.tsx').then(({ AuditLogPage }) => AuditLogPage)),
});

const otherRoute = createRoute({
  path: '$',
  component: page(() => import('./pages/not-found.tsx').then(({ NotFound }) => NotFound)),
});
`;

const files = [
  { fileName: 'assets/index-1.js', isEntry: true, imports: ['assets/react-1.js'] },
  { fileName: 'assets/react-1.js', imports: ['assets/runtime-1.js'] },
  { fileName: 'assets/runtime-1.js', imports: ['assets/react-1.js'] },
  page('messages', ['assets/index-1.js', 'assets/rows-1.js']),
  page('audit-log', ['assets/rows-1.js', 'assets/runtime-1.js']),
  page('not-found', ['assets/react-1.js']),
  { fileName: 'assets/rows-1.js', facadeModuleId: null, imports: ['assets/when-1.js', 'assets/react-1.js'] },
  { fileName: 'assets/when-1.js', imports: [] },
  { fileName: 'assets/menu-1.js', facadeModuleId: '/somewhere/src/console/parts/menu.tsx', imports: [] },
  { fileName: 'assets/style-1.css' },
];

test('a page has its script and what this imports, without what index.html names already', () => {
  expect(scriptsOfPages(files, router)).toEqual([
    ['/messages', ['assets/messages-1.js', 'assets/rows-1.js', 'assets/when-1.js']],
    ['/audit-log/$entry', ['assets/audit-log-1.js', 'assets/rows-1.js', 'assets/when-1.js']],
  ]);
});

test('every page of the router is found, and a build that lacks one fails', () => {
  const own = readFileSync(new URL('../../src/console/router.tsx', import.meta.url), 'utf8');
  const named = [...own.matchAll(/import\('\.\/pages\/([\w-]+)\.tsx'\)/g)].map(([, name = '']) => name);
  const built = [{ fileName: 'assets/index-1.js', isEntry: true, imports: [] }, ...named.map((name) => page(name, []))];
  const found = scriptsOfPages(built, own);
  expect(found.map(([, [script]]) => script)).toEqual(
    named.filter((name) => name !== 'not-found').map((name) => `assets/${name}-1.js`),
  );
  expect(found.map(([path]) => path)).toContain('/people/$workspace/$contact');
  expect(() => scriptsOfPages(built.slice(0, 3), own)).toThrow('has no script for pages/');
  expect(() => scriptsOfPages(built, '')).toThrow('names no pages');
});
