import type { Ctx } from '../../context.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import type { Steps } from '../../ground/steps.ts';
import { readSavedTemplate } from '../read-saved-template.ts';
import { type LanguageSummary, languageSummary } from './language-summary.ts';

/** Event types that are looked at, by name (docs/rules.md#language-coverage). */
const typesExamined = 1_000;
/** Languages that are counted: those with the most templates. Each template may have a hundred of its own. */
const languagesCounted = 200;
/** Event types that a language lists. */
const gapsListed = 100;
/** Bytes of content that are read for versions older than the stored summaries. */
const contentBytesRead = 8 * 1024 * 1024;

export type LanguageState = 'complete' | 'outdated' | 'incomplete' | 'absent';

/** An event type whose template is not complete in a language. */
export interface LanguageGap {
  readonly eventTypeId: string;
  readonly eventTypeName: string;
  readonly state: Exclude<LanguageState, 'complete'>;
  readonly missing: number;
  readonly outdated: number;
}

export interface CoveredLanguage {
  readonly locale: string;
  /** Event types by state. */
  readonly counts: Readonly<Record<LanguageState, number>>;
  /** The first gaps by name of the event type. */
  readonly gaps: readonly LanguageGap[];
}

export interface LanguageCoverage {
  /** Event types with a template that were counted. */
  readonly eventTypes: number;
  /** Whether the platform has more event types, or languages, than were looked at. */
  readonly capped: boolean;
  /** Names of event types whose old template was too large to be counted. */
  readonly uncounted: readonly string[];
  readonly languages: readonly CoveredLanguage[];
}

interface LiveTemplate {
  readonly eventTypeId: string;
  readonly name: string;
  readonly versionId: string;
  readonly locale: string;
  readonly bytes: number;
  readonly languages: readonly LanguageSummary[] | null;
}

/** With its translations by language. */
type Counted = Omit<LiveTemplate, 'languages'> & { readonly languages: ReadonlyMap<string, LanguageSummary> };

/** Returns how far the live templates of all event types are translated, by language. */
export async function languageCoverage(ctx: Ctx): Promise<LanguageCoverage> {
  const { rows } = await ctx.app.db.pool.query<LiveTemplate>(
    `SELECT t.id AS "eventTypeId", t.name, v.id AS "versionId", v.locale, v.content_bytes AS bytes, v.languages
     FROM event_types t
     JOIN template_versions v
       ON v.platform_id = t.platform_id AND v.event_type_id = t.id AND v.version = t.template_version
     WHERE t.platform_id = $1 AND t.deleted_at IS NULL
     ORDER BY t.name LIMIT $2`,
    [ctx.platformId, typesExamined + 1],
  );
  const counted: Counted[] = [];
  const uncounted: string[] = [];
  let bytes = 0;
  for (const live of rows.slice(0, typesExamined)) {
    if (live.languages === null) bytes += live.bytes;
    const languages = live.languages ?? (bytes > contentBytesRead ? null : await summarise(ctx, live.versionId));
    if (languages === null) uncounted.push(live.name);
    else counted.push({ ...live, languages: new Map(languages.map((one) => [one.locale, one])) });
  }
  const { languages, isCapped } = await giveWayFairly(ctx.platformId, coverage(counted));
  return { eventTypes: counted.length, capped: rows.length > typesExamined || isCapped, uncounted, languages };
}

/** In steps: each template may have other languages than all others. */
function* coverage(
  counted: readonly Counted[],
): Steps<{ readonly languages: readonly CoveredLanguage[]; readonly isCapped: boolean }> {
  const templates = new Map<string, number>();
  for (const { locale, languages } of counted) {
    for (const each of new Set([locale, ...languages.keys()])) templates.set(each, (templates.get(each) ?? 0) + 1);
    yield;
  }
  const byUse = [...templates].sort(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1));
  yield;
  const languages: CoveredLanguage[] = [];
  const locales = byUse.slice(0, languagesCounted).map(([locale]) => locale);
  for (const locale of locales.sort()) {
    languages.push(coverageOf(locale, counted));
    yield;
  }
  return { languages, isCapped: byUse.length > languagesCounted };
}

/** Summarises a version that was saved before summaries were stored. */
async function summarise({ app, platformId }: Ctx, versionId: string): Promise<readonly LanguageSummary[]> {
  const parsing = await readSavedTemplate(app.db.pool, platformId, { id: versionId });
  if (parsing === null) return [];
  const { content } = await giveWayFairly(platformId, parsing);
  return giveWayFairly(platformId, languageSummary(content));
}

function coverageOf(wanted: string, templates: readonly Counted[]): CoveredLanguage {
  const counts = { complete: 0, outdated: 0, incomplete: 0, absent: 0 };
  const gaps: LanguageGap[] = [];
  for (const { eventTypeId, name, locale, languages } of templates) {
    const summary = languages.get(wanted) ?? null;
    const state = locale === wanted ? 'complete' : stateOf(summary);
    counts[state] += 1;
    if (state === 'complete' || gaps.length >= gapsListed) continue;
    const { missing = 0, outdated = 0 } = summary ?? {};
    gaps.push({ eventTypeId, eventTypeName: name, state, missing, outdated });
  }
  return { locale: wanted, counts, gaps };
}

function stateOf(summary: LanguageSummary | null): LanguageState {
  if (summary === null) return 'absent';
  if (summary.outdated > 0) return 'outdated';
  return summary.missing > 0 ? 'incomplete' : 'complete';
}
