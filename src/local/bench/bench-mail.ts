/** One mail of the bench: rendered by the code that sends, or its faults. */
import { checkStarter, exampleIn, type LookName, lookNames, renderStarter } from '../../../emails/index.ts';
import { type BlockFault, blockFaults } from '../block-faults.ts';
import { readLayoutOf } from './bench-layout.ts';
import {
  type BenchPlaces,
  type BrandKind,
  brandKinds,
  type MailKind,
  mailKinds,
  readBrandOf,
  readSource,
  type Source,
} from './bench-source.ts';

interface MailAsked {
  readonly kind: MailKind;
  readonly name: string;
  /** Empty: that of the template. */
  readonly locale: string;
  /** Name of an example; empty: that of the language, else the first. */
  readonly example: string;
  readonly brand: BrandKind;
  readonly look: LookName | null;
}

/** What there is to choose from. */
interface Choices {
  readonly locales: readonly string[];
  readonly examples: readonly string[];
}

export type BenchMail = Choices &
  (
    | {
        readonly subject: string;
        readonly displayName: string | null;
        readonly html: string;
        readonly text: string;
        readonly bytes: number;
        /** Tags without a value. */
        readonly fellBack: readonly string[];
        /** Names of the files that it makes of its values and brings along. */
        readonly files: readonly string[];
      }
    | { readonly faults: readonly BlockFault[] }
  );

/** Reads a request of the page; null where it names no kind of mail. */
export function mailAsked(query: URLSearchParams): MailAsked | null {
  const kind = mailKinds.find((known) => known === query.get('kind'));
  if (kind === undefined) return null;
  return {
    kind,
    name: query.get('name') ?? '',
    locale: query.get('locale') ?? '',
    example: query.get('example') ?? '',
    brand: brandKinds.find((known) => known === query.get('brand')) ?? 'usual',
    look: lookNames.find((known) => known === query.get('look')) ?? null,
  };
}

export async function renderMail(places: BenchPlaces, asked: MailAsked): Promise<BenchMail> {
  try {
    const source = await readSource(places, asked.kind, asked.name);
    return { ...choicesOf(source, asked.locale), ...(await rendered(places, asked, source)) };
  } catch (error) {
    // A file that cannot be read, or a service that does not answer: both say it in words.
    const message = error instanceof Error ? error.message : String(error);
    return { locales: [], examples: [], faults: [{ block: null, at: '', message }] };
  }
}

async function rendered(places: BenchPlaces, asked: MailAsked, { starter, attributes }: Source) {
  const checked = checkStarter(starter, attributes);
  if (!checked.ok) return { faults: blockFaults(starter.template.composition, checked.errors) };
  const { locale: own, translations } = checked.content;
  const locale = asked.locale !== '' && Object.hasOwn(translations, asked.locale) ? asked.locale : own;
  const example = starter.examples.find(({ name }) => name === asked.example);
  const brand = await readBrandOf(places, asked.brand);
  const layout = await readLayoutOf(places, asked.kind, checked.content);
  const mail = await renderStarter(starter, { locale, example, brand, look: asked.look, layout, attributes });
  const { subject, displayName, html, text, fellBack } = mail;
  const files = mail.files.map(({ filename }) => filename);
  return { subject, displayName, html, text, fellBack, files, bytes: Buffer.byteLength(html) };
}

/** First the example that is shown where none is picked. */
function choicesOf({ starter: { template, examples } }: Source, asked: string): Choices {
  const others = Object.keys(template.translations).filter((locale) => locale !== template.locale);
  const usual = exampleIn(examples, asked === '' ? template.locale : asked);
  const names = examples.map(({ name }) => name);
  return {
    locales: [template.locale, ...others],
    examples: usual === undefined ? names : [usual.name, ...names.filter((name) => name !== usual.name)],
  };
}
