import { Parser } from 'htmlparser2';
import type { Steps } from '../../ground/steps.ts';
import { type BroughtFile, TranslationFileFault, textsMax } from './translation-file.ts';

interface Unit {
  readonly id: string;
  /** Merge tags by their id. */
  readonly data: Map<string, string>;
  source: string;
  /** Of all segments; null: one has none. */
  target: string | null;
}

type Attributes = Readonly<Record<string, string>>;

/** Elements whose text is kept, by what it is. */
type Part = 'source' | 'target' | 'data';

/** Elements within each other; XLIFF needs some ten. */
const depthMax = 50;
/** Characters read in one step. */
const stepMax = 65_536;

/** Reads XLIFF 2, whatever tool has written it. Throws TranslationFileFault. */
export function* readXliff(text: string): Steps<BroughtFile> {
  const reader = new XliffReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(withoutPrefix(name), attributes),
      ontext: (written) => reader.text(written),
      onclosetag: (name, isImplied) => {
        const isEmpty = text.charAt(parser.endIndex - 1) === '/';
        reader.close(withoutPrefix(name), isImplied && (!isEmpty || withoutPrefix(name) === 'xliff'));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length; at += stepMax) {
    parser.write(text.slice(at, at + stepMax));
    yield;
  }
  parser.end();
  return reader.result();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

class XliffReader {
  private locale: string | null = null;
  private readonly files: { readonly name: string; readonly units: Unit[] }[] = [];
  private readonly path: string[] = [];
  private unit: Unit | null = null;
  private count = 0;
  private dataId = '';
  /** Text of the open source, target or data. */
  private held = '';
  private hasTarget = false;
  private lastSource = '';

  open(name: string, attributes: Attributes): void {
    this.path.push(name);
    if (this.path.length > depthMax) throw new TranslationFileFault(`has elements more than ${depthMax} deep`);
    if (isEmptyCode(name)) this.held += this.codeOf(name, attributes);
    else if (name === 'xliff') this.openDocument(attributes);
    else if (name === 'file') this.files.push({ name: attributes.original ?? attributes.id ?? '', units: [] });
    else if (name === 'unit') this.openUnit(attributes);
    else if (name === 'segment' || name === 'ignorable') this.hasTarget = false;
    else if (partOf(name) !== null) {
      this.held = '';
      this.dataId = attributes.id ?? '';
    }
  }

  text(written: string): void {
    if (this.path.some((name) => partOf(name) !== null)) this.held += written;
  }

  close(name: string, isCut: boolean): void {
    if (isCut) throw new TranslationFileFault(`is no XML: <${name}> is not closed`);
    this.path.pop();
    const part = partOf(name);
    if (part !== null) this.closePart(part);
    else if (name === 'segment' || name === 'ignorable') this.closeSegment(name);
    else if (name === 'unit') this.unit = null;
  }

  result(): BroughtFile {
    if (this.locale === null) throw new TranslationFileFault('is no XLIFF: it has no element <xliff>');
    const templates = this.files.map(({ name, units }) => ({
      name,
      texts: units.map(({ id, source, target }) => ({ fieldId: id, source, text: target ?? '' })),
    }));
    return { locale: this.locale, templates };
  }

  private openDocument({ version = '', trgLang }: Attributes): void {
    if (!/^2\.\d$/.test(version)) {
      throw new TranslationFileFault(`is XLIFF ${version.slice(0, 10)}: version 2 is read, which tools can save too`);
    }
    if (trgLang === undefined) throw new TranslationFileFault('names no language in trgLang');
    this.locale = trgLang;
  }

  private openUnit({ id = '' }: Attributes): void {
    const file = this.files.at(-1);
    if (file === undefined) throw new TranslationFileFault('is no XLIFF 2: a <unit> stands in no <file>');
    this.count += 1;
    if (this.count > textsMax) throw new TranslationFileFault(`has more than ${textsMax} texts`);
    this.unit = { id, data: new Map(), source: '', target: '' };
    file.units.push(this.unit);
  }

  private closePart(part: Part): void {
    const { unit, held } = this;
    this.held = '';
    if (unit === null) return;
    if (part === 'data') unit.data.set(this.dataId, held);
    else if (part === 'source') {
      unit.source += held;
      this.lastSource = held;
    } else {
      this.hasTarget = true;
      if (unit.target !== null) unit.target += held;
    }
  }

  /** What a tool has cut out as no words, such as a blank between two sentences, may have no translation. */
  private closeSegment(name: 'segment' | 'ignorable'): void {
    if (this.hasTarget || this.unit === null) return;
    if (name === 'segment') this.unit.target = null;
    else if (this.unit.target !== null) this.unit.target += this.lastSource;
  }

  private codeOf(name: string, { hex, dataRef, id = '' }: Attributes): string {
    if (name === 'cp') return characterOf(hex ?? '');
    if (name !== 'ph') return '';
    const tag = this.unit?.data.get(dataRef ?? '');
    if (tag === undefined) {
      throw new TranslationFileFault(`has a code ${id} without its merge tag, in the text ${this.unit?.id ?? ''}`);
    }
    return tag;
  }
}

function characterOf(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

function isEmptyCode(name: string): boolean {
  return name === 'ph' || name === 'cp' || name === 'sc' || name === 'ec';
}

function partOf(name: string | undefined): Part | null {
  return name === 'source' || name === 'target' || name === 'data' ? name : null;
}
