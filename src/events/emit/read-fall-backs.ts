/** The language of an emit's mail, and the tags without a value that render their fallback. */
import { fellBackTags, type RenderOptions, TemplateTooLarge, type TemplateValues } from '../../../emails/index.ts';
import type { App } from '../../context.ts';
import { invalid } from '../../ground/errors/errors.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import type { Steps } from '../../ground/steps.ts';
import { compiledTemplate, loadTemplate, templateAtHand } from '../../templates/compiled-template.ts';
import { messageLanguage } from '../../templates/message-language.ts';
import { DecideApart } from './decide-apart.ts';

/** Units of work (emails/render/work-budget.ts) that an emit may take in its batch: less than a millisecond. */
const unitsInBatch = 500_000;

export interface FallBacksAsked {
  readonly platformId: string;
  readonly templateVersionId: string;
  readonly brandVersion: number | null;
  readonly layoutVersion: number | null;
  /** Languages in order of preference. */
  readonly wanted: readonly (string | null)[];
  readonly values: TemplateValues;
  readonly options: Omit<RenderOptions, 'locale'>;
  /** Whether no other emit waits for this one. */
  readonly alone: boolean;
}

interface FallBacks {
  readonly locale: string;
  readonly fellBack: readonly string[];
}

/** Rejects with `validation_failed` under `payload` when the rendered mail would exceed the render budget. */
export async function readFallBacks(app: App, asked: FallBacksAsked): Promise<FallBacks> {
  return asked.alone ? readAlone(app, asked) : readInBatch(app, asked);
}

function readInBatch(app: App, asked: FallBacksAsked): FallBacks {
  const { templateVersionId: versionId, brandVersion, layoutVersion, wanted, values, options } = asked;
  const ready = templateAtHand(app, { versionId, brandVersion, layoutVersion }, wanted);
  if (ready === null) throw new DecideApart(async () => void (await load(app, asked)));
  const { template, locale } = ready;
  try {
    return { locale, fellBack: fellBackTags(template, values, { ...options, locale }, unitsInBatch) };
  } catch (error) {
    throw error instanceof TemplateTooLarge ? new DecideApart(null) : error;
  }
}

async function readAlone(app: App, asked: FallBacksAsked): Promise<FallBacks> {
  const { platformId, values, options } = asked;
  const { template, locale } = await load(app, asked);
  function* walk(): Steps<readonly string[]> {
    yield;
    return fellBackTags(template, values, { ...options, locale });
  }
  try {
    return { locale, fellBack: await giveWayFairly(platformId, walk()) };
  } catch (error) {
    if (!(error instanceof TemplateTooLarge)) throw error;
    throw invalid({ payload: [`makes, with this template, ${error.what}`] });
  }
}

async function load(app: App, asked: FallBacksAsked) {
  const { platformId, templateVersionId: versionId, brandVersion, layoutVersion, wanted } = asked;
  const { content } = await loadTemplate(app, platformId, versionId);
  const locale = messageLanguage(content, wanted);
  const template = await compiledTemplate(app, platformId, { versionId, locale, brandVersion, layoutVersion });
  return { template, locale };
}
