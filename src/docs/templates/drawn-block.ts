/** The pictures of blocks (docs/rules.md#drawn-blocks): each is a page of its own, which other pages show in a frame. */
import { type BlockView, blockViews, catalogue, drawBlockInSteps } from '../../../emails/index.ts';
import { giveWayBetween } from '../../ground/give-way/give-way-between.ts';
import { contentPolicy } from '../../ground/page-headers.ts';
import { html, type Markup } from '../html.ts';
import { blockPath } from '../site-map.ts';

export const viewWords: Readonly<Record<BlockView, string>> = {
  light: 'Light',
  dark: 'Dark',
  rtl: 'From right to left',
};

const drawingPath = (type: string, view: BlockView) => `${blockPath(type)}/${view}.html`;

/** A picture may have its own styles and drawings, and nothing else; only the pages of this service show it. */
export const drawingHeaders = {
  'Content-Security-Policy': contentPolicy({
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'frame-ancestors': "'self'",
    sandbox: 'allow-same-origin',
  }),
  'X-Frame-Options': 'SAMEORIGIN',
} as const;

/** A frame that is a picture: nothing in it is reached by the keyboard, nor read out. The script gives it its height. */
export function drawnBlock(type: string, view: BlockView): Markup {
  const title = `${type}, ${viewWords[view].toLowerCase()}`;
  return html`<iframe class="drawn ${view}" src="${drawingPath(type, view)}" title="${title}" loading="lazy" sandbox="allow-same-origin" inert></iframe>`;
}

/** Every picture by its path. */
export function drawings(): readonly (readonly [path: string, make: () => Promise<string>])[] {
  return catalogue.flatMap(({ type }) =>
    blockViews.map(
      (view) =>
        [drawingPath(type, view), async () => (await giveWayBetween(drawBlockInSteps(type, view))) ?? ''] as const,
    ),
  );
}
