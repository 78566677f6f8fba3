/** Reads the code that a page of the documentation shows, as a reader copies it. */

const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

export interface ShownExample {
  /** Code by language: `bash`, `typescript`, …; of further examples `bash` alone. */
  readonly code: Readonly<Record<string, string>>;
  /** The status that the page shows for it. */
  readonly status: number;
}

/** The examples of an operation's page, in its order. */
export function shownExamples(page: string): readonly ShownExample[] {
  const aside = page.slice(page.indexOf('<aside'));
  return aside
    .split(/(?=<pre class="code" data-language="bash")/)
    .slice(1)
    .map((part) => {
      const [, status = ''] = /class="answered">Response <span class="status \w+">(\d{3})</.exec(part) ?? [];
      return { code: shownCode(part), status: Number(status) };
    });
}

/** The first block of each language. */
function shownCode(part: string): Readonly<Record<string, string>> {
  const blocks = [...part.matchAll(/<pre class="code" data-language="(\w+)"[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)];
  return Object.fromEntries(blocks.toReversed().map(([, language = '', code = '']) => [language, textOf(code)]));
}

/** The text of HTML without its tags. */
export function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot|#x27);/g, (written) => escapes[written] ?? written);
}
