import { fallbacksOf, type RenderedTemplate, renderInSteps, subjectInSteps } from '../../../emails/index.ts';
import type { App } from '../../context.ts';
import { eventTypeFields } from '../../event-types/event-type-fields.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { compiledTemplate } from '../../templates/compiled-template.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

/** What the mail of a message is made of, fixed at the emit. */
export type FixedContent = Pick<
  ClaimedMessage,
  | 'platformId'
  | 'eventTypeId'
  | 'eventTypeVersion'
  | 'templateVersionId'
  | 'brandVersion'
  | 'layoutVersion'
  | 'locale'
  | 'timezone'
  | 'values'
  | 'payload'
>;

/** What a mail that leaves has, and one that people look into has not. */
export interface Leaving {
  readonly openPixelUrl: string | null;
}

/**
 * Renders the content as fixed at the emit: the same versions of template, brand and layout, language and values give the
 * same mail (docs/rules.md#fixed-content). `leaving` is null for a mail that people look into: its made pictures stand
 * in the HTML, as browsers show them.
 */
export async function renderContent(
  app: App,
  content: FixedContent,
  leaving: Leaving | null,
): Promise<RenderedTemplate> {
  const { values } = content;
  const { template, filled, options } = await fillingOf(app, content);
  const ofLeaving = {
    ...(leaving !== null && { attachesPictures: true }),
    ...(leaving?.openPixelUrl != null && { openPixelUrl: leaving.openPixelUrl }),
  };
  const steps = renderInSteps(template, filled, { ...options, ...ofLeaving });
  const rendered = await giveWayFairly(content.platformId, steps);
  const { replyTo } = values.mail ?? {};
  return replyTo === undefined ? rendered : { ...rendered, replyTo };
}

/** Renders the subject of the mail alone. */
export async function renderContentSubject(app: App, content: FixedContent): Promise<string> {
  const { template, filled, options } = await fillingOf(app, content);
  return giveWayFairly(content.platformId, subjectInSteps(template, filled, options));
}

/** The template of the content, and what fills it. */
export async function fillingOf(app: App, content: FixedContent) {
  const { platformId, templateVersionId: versionId, locale, timezone, values, payload } = content;
  const { brandVersion, layoutVersion } = content;
  const template = await compiledTemplate(app, platformId, { versionId, locale, brandVersion, layoutVersion });
  const fields = await eventTypeFields(app, platformId, content.eventTypeId, content.eventTypeVersion);
  const options = { locale, timezone, fallbacks: fallbacksOf(fields) };
  return { template, filled: { event: payload, ...values }, options };
}
