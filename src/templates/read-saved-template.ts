import type { TemplateContent } from '../../emails/index.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { Steps } from '../ground/steps.ts';
import { layoutOf } from './layouts/layout-name.ts';

export interface SavedTemplate {
  readonly content: TemplateContent;
  readonly fromLocalPart: string;
  /** Whether its mails depend on the brand: its theme takes it, or a text reads it. */
  readonly usesBrand: boolean;
  /** The layout that its composition names; null: none. */
  readonly layout: string | null;
  /** Characters of its JSON. */
  readonly characters: number;
}

interface Row {
  readonly subject: string;
  readonly fromLocalPart: string;
  readonly displayName: string | null;
  readonly replyTo: string | null;
  readonly locale: string;
  readonly composition: string;
  readonly translations: string;
  readonly readsBrand: boolean;
}

type Which =
  | { readonly id: string }
  | {
      readonly eventTypeId: string;
      readonly version: number;
    };

const versionWhere = (condition: string) =>
  `SELECT subject, from_local_part AS "fromLocalPart", display_name AS "displayName", reply_to AS "replyTo", locale,
          composition::text, translations::text, variables ? 'brand' AS "readsBrand"
   FROM template_versions WHERE platform_id = $1 AND ${condition}`;

/**
 * Reads one saved version; null when there is none. The JSON comes as text and is parsed in steps: the driver would
 * parse all of it at once when the row arrives.
 */
export async function readSavedTemplate(
  client: Queryable,
  platformId: string,
  which: Which,
): Promise<Steps<SavedTemplate> | null> {
  const { rows } =
    'id' in which
      ? await client.query<Row>(versionWhere('id = $2'), [platformId, which.id])
      : await client.query<Row>(versionWhere('event_type_id = $2 AND version = $3'), [
          platformId,
          which.eventTypeId,
          which.version,
        ]);
  const [row] = rows;
  return row === undefined ? null : parsed(row);
}

function* parsed({ fromLocalPart, composition, translations, readsBrand, ...headers }: Row): Steps<SavedTemplate> {
  yield;
  // The JSON was checked when it was saved, and never changes.
  const parsedComposition: TemplateContent['composition'] = JSON.parse(composition);
  yield;
  const parsedTranslations: TemplateContent['translations'] = JSON.parse(translations);
  yield;
  return {
    content: { ...headers, composition: parsedComposition, translations: parsedTranslations },
    fromLocalPart,
    usesBrand: readsBrand || asksForBrand(parsedComposition),
    layout: layoutOf({ composition: parsedComposition }),
    characters: composition.length + translations.length,
  };
}

/** A composition without a document, as no save leaves it, fails where its mail is made and not where it is read. */
function asksForBrand({ document }: Partial<TemplateContent['composition']>): boolean {
  return document?.theme?.brand === true;
}
