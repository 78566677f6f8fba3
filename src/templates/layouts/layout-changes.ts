/**
 * What a change of a layout makes of the templates that use it: each is rendered with an example of its type, before and
 * after (docs/rules.md#layout-changes).
 */
import {
  type Brand,
  compileInSteps,
  fallbacksOf,
  type LayoutContent,
  type TemplateContent,
} from '../../../emails/index.ts';
import { readPresentBrand } from '../../brand/read-brand.ts';
import type { Ctx } from '../../context.ts';
import { examplesOf } from '../../event-types/saved-examples.ts';
import { templateScope } from '../../event-types/template-scope.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { compiledTemplate, loadTemplate } from '../compiled-template.ts';
import { previewValues } from '../preview/preview-values.ts';
import { type ComparedMails, compareMails } from './compare-mails.ts';
import { countUsers, type LayoutUser, readUsers } from './layout-users.ts';
import { readPresentLayout } from './read-layout.ts';

/** Templates that are compared, by the name of their event type. */
const templatesCompared = 100;
/** Characters of templates that are compiled for it, and of HTML that is made. */
const charactersCompiled = 12_000_000;
const charactersMade = 50_000_000;
/** Milliseconds after which no further template is begun. */
const patience = 5_000;

export interface LayoutChange {
  readonly eventType: string;
  /** Languages whose mail would look different. */
  readonly differs: readonly string[];
  /** Sentences about what would break, each after its language; empty: nothing. */
  readonly breaks: readonly string[];
}

export interface LayoutChanges {
  /** Templates that use the layout. */
  readonly uses: number;
  /** The compared ones, by the name of their event type. */
  readonly changes: readonly LayoutChange[];
}

interface Place {
  readonly brand: { readonly version: number; readonly brand: Brand } | null;
  /** Version of the layout as it is. */
  readonly layoutVersion: number;
}

/** Compares the mails of all templates that use the layout `name`, with it as it is and with `next`. */
export async function layoutChanges(ctx: Ctx, name: string, next: LayoutContent): Promise<LayoutChanges> {
  const { app, platformId } = ctx;
  const present = await readPresentLayout(app.db.pool, platformId, name);
  if (present === null) return { uses: 0, changes: [] };
  const place = { brand: await readPresentBrand(app.db.pool, platformId), layoutVersion: present.version };
  const users = await readUsers(app.db.pool, platformId, { layout: name, most: templatesCompared });
  const uses = users.length < templatesCompared ? users.length : await countUsers(app.db.pool, platformId, name);
  const left = { compile: charactersCompiled, make: charactersMade, until: app.clock.monotonic() + patience };
  const changes: LayoutChange[] = [];
  for (const user of users) {
    if (left.compile < 0 || left.make < 0 || app.clock.monotonic() > left.until) break;
    const content = (await loadTemplate(app, platformId, user.versionId)).content;
    const mails = await comparer(ctx, user, content, { ...place, next });
    const differs: string[] = [];
    const breaks: string[] = [];
    for (const locale of languagesOf(content)) {
      const compared = await mails(locale);
      left.compile -= 2 * JSON.stringify(content.composition).length;
      left.make -= (compared.before?.html.length ?? 0) + (compared.after?.html.length ?? 0);
      if (compared.differs) differs.push(locale);
      breaks.push(...compared.breaks.map((told) => `${locale}: ${told}`));
      if (left.compile < 0 || left.make < 0) break;
    }
    changes.push({ eventType: user.eventType, differs, breaks });
  }
  return { uses, changes };
}

function languagesOf({ locale, translations }: TemplateContent): ReadonlySet<string> {
  return new Set([locale, ...Object.keys(translations)]);
}

/** Returns what renders one template in a language, before and after. */
async function comparer(
  ctx: Ctx,
  { eventTypeId, versionId, currentVersion }: LayoutUser,
  content: TemplateContent,
  { brand, layoutVersion, next }: Place & { readonly next: LayoutContent },
): Promise<(locale: string) => Promise<ComparedMails>> {
  const { app, platformId } = ctx;
  const { fields } = await templateScope(app.db.pool, ctx, { id: eventTypeId, currentVersion });
  const { examples } = await app.db.prisma.eventType.findFirstOrThrow({
    where: { platformId, id: eventTypeId },
    select: { examples: true },
  });
  const values = await previewValues(ctx, { fields, examples: examplesOf(examples) }, {});
  const fallbacks = fallbacksOf(fields);
  const brandVersion = brand?.version ?? null;
  return async (locale) => {
    const before = await compiledTemplate(app, platformId, { versionId, locale, brandVersion, layoutVersion });
    const after = await giveWayFairly(platformId, compileInSteps(content, locale, brand?.brand, next));
    return compareMails(platformId, [before, after], values, { locale, timezone: 'UTC', fallbacks });
  };
}
