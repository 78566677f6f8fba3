import {
  compileInSteps,
  fallbacksOf,
  type LayoutContent,
  type RenderedTemplate,
  renderInSteps,
} from '../../../emails/index.ts';
import { renderInLayout } from '../../../emails/starters.ts';
import { readPresentBrand } from '../../brand/read-brand.ts';
import type { Ctx } from '../../context.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { examplesOf } from '../../event-types/saved-examples.ts';
import { templateScope } from '../../event-types/template-scope.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { messageLanguage } from '../message-language.ts';
import { previewValues } from '../preview/preview-values.ts';
import { readSavedTemplate } from '../read-saved-template.ts';
import { type LayoutChanges, layoutChanges } from './layout-changes.ts';
import { checkLayout } from './layout-input.ts';

export interface LayoutPreview extends LayoutChanges {
  /** A mail with the layout as sent. */
  readonly mail: Pick<RenderedTemplate, 'subject' | 'html' | 'text'>;
}

export interface LayoutPreviewed {
  readonly name: string;
  readonly input: unknown;
  /** Event type whose mail is shown; null: a starter. */
  readonly eventType?: string | null | undefined;
  /** Language of the shown mail; null: its own. */
  readonly locale?: string | null | undefined;
}

/**
 * Renders a mail with a layout that need not be saved, and says which templates use the layout of this name and which
 * would look different. Rejects like the save, and with `not_found` where the event type has no template.
 */
export async function previewLayout(
  ctx: Ctx,
  { name, input, eventType, locale }: LayoutPreviewed,
): Promise<LayoutPreview> {
  const { content } = await checkLayout(ctx, name, input);
  const mail =
    eventType == null
      ? await giveWayFairly(ctx.platformId, renderInLayout('welcome', content, await brandOf(ctx)))
      : await mailOf(ctx, eventType, { content, locale: locale ?? null });
  return { ...(await layoutChanges(ctx, name, content)), mail };
}

async function brandOf({ app, platformId }: Ctx) {
  return (await readPresentBrand(app.db.pool, platformId))?.brand ?? null;
}

async function mailOf(
  ctx: Ctx,
  eventType: string,
  { content: layout, locale: wanted }: { readonly content: LayoutContent; readonly locale: string | null },
): Promise<RenderedTemplate> {
  const { platformId } = ctx;
  const found = await findEventType(ctx, eventType);
  const { id: eventTypeId, templateVersion: version } = found;
  const reading =
    version === null ? null : await readSavedTemplate(ctx.app.db.pool, platformId, { eventTypeId, version });
  if (reading === null) throw notFound('template');
  const { content } = await giveWayFairly(platformId, reading);
  const { fields } = await templateScope(ctx.app.db.pool, ctx, found);
  const values = await previewValues(ctx, { fields, examples: examplesOf(found.examples) }, { locale: wanted });
  const locale = messageLanguage(content, [wanted]);
  const compiled = await giveWayFairly(platformId, compileInSteps(content, locale, await brandOf(ctx), layout));
  const options = { locale, timezone: 'UTC', fallbacks: fallbacksOf(fields) };
  return giveWayFairly(platformId, renderInSteps(compiled, values, options));
}
