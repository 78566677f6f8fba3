/** Which scripts index.html names to a browser that asks for one page. */
import { expect, test } from 'vitest';
import { scriptsOfPages } from '../../src/make-console.ts';

const page = (name: string, imports: readonly string[]) => ({
  fileName: `assets/${name}-1.js`,
  facadeModuleId: `/somewhere/src/console/pages/${name}.tsx`,
  imports,
});

test('a page has its script and what this imports, without what index.html names already', () => {
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
  expect(scriptsOfPages(files)).toEqual({
    messages: ['assets/messages-1.js', 'assets/rows-1.js', 'assets/when-1.js'],
    'audit-log': ['assets/audit-log-1.js', 'assets/rows-1.js', 'assets/when-1.js'],
    'not-found': ['assets/not-found-1.js'],
  });
});
