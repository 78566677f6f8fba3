/** The files that a mail makes of its values: pictures of QR codes, and calendars beside it (docs/rules.md#files-of-a-mail). */
import { createHash } from 'node:crypto';
import { type CalendarTexts, calendarFile } from './calendar-file.ts';
import { qrCode } from './qr-code.ts';

/** A file of a mail, in the form of its attachments. */
export interface MadeFile {
  readonly filename: string;
  readonly mediaType: string;
  /** By which the HTML shows it; null: it stands beside the mail. */
  readonly contentId: string | null;
  readonly content: Buffer;
}

export class MadeFiles {
  /** By what they are made of; null for what no file can be made of. */
  private readonly made = new Map<string, MadeFile | null>();

  /** `attached`: pictures come with the mail, as mail apps show them; else they stand in the HTML, as browsers do. */
  constructor(private readonly attached: boolean) {}

  /** Those that the mail takes along. */
  get files(): readonly MadeFile[] {
    const made = [...this.made.values()].filter((file) => file !== null);
    return made.filter(({ contentId }) => contentId === null || this.attached);
  }

  /** Returns the address of the picture of a code; null where there is none. */
  addressOfCode(text: string): string | null {
    const file = this.make(`code ${text}`, () => {
      const content = qrCode(text);
      if (content === null) return null;
      const id = `qr-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
      return { filename: `${id}.png`, mediaType: 'image/png', contentId: `${id}@tidings`, content };
    });
    if (file === null) return null;
    return this.attached ? `cid:${file.contentId}` : `data:image/png;base64,${file.content.toString('base64')}`;
  }

  addCalendar(texts: CalendarTexts, written: string): void {
    this.make(`calendar ${JSON.stringify(texts)}`, () => {
      const content = calendarFile(texts, written);
      const mediaType = 'text/calendar; charset=utf-8; method=PUBLISH';
      return content && { filename: this.nextName(), mediaType, contentId: null, content };
    });
  }

  private make(key: string, make: () => MadeFile | null): MadeFile | null {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const file = make();
    this.made.set(key, file);
    return file;
  }

  private nextName(): string {
    const count = [...this.made.values()].filter((file) => file?.contentId === null).length;
    return count === 0 ? 'event.ics' : `event-${count + 1}.ics`;
  }
}
