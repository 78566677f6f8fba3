/**
 * The starters, and a brand upon one. An entry beside `emails/index.ts`: a starter is JSON that is read when this file is
 * loaded, and the tools of designers must run while one of them is not JSON yet.
 */
export { type StarterName, starterNames, starters } from './starters/index.ts';
export { renderBranded } from './starters/render-branded.ts';
export { renderInLayout } from './starters/render-in-layout.ts';
