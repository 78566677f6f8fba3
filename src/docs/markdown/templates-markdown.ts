/** The catalogue of mails and its blocks as Markdown. */
import { catalogue, type DescribedBlock, type DescribedLanguage, exampleLocales } from '../../../emails/index.ts';
import { blockPath, markdownPath } from '../site-map.ts';
import { blockFields } from '../templates/block-fields.ts';
import { factsOf } from '../templates/block-page.ts';
import { catalogueWords, languageNames, plainPurpose } from '../templates/catalogue-page.ts';
import { documentOf, jsonFence, markdownTable } from './blocks.ts';
import { fieldLines } from './field-lines.ts';

const code = (text: string) => `\`${text}\``;
const linked = (text: string) =>
  text.replace('(/docs/guides/templates)', `(${markdownPath('/docs/guides/templates')})`);

export function catalogueMarkdown({ tags, filters, variables }: DescribedLanguage): string {
  const { title, lead, ...words } = catalogueWords;
  return documentOf(
    `# ${title}`,
    linked(lead),
    '## Blocks',
    catalogue
      .map(({ type, purpose }) => `- [${type}](${markdownPath(blockPath(type))}): ${plainPurpose(purpose)}`)
      .join('\n'),
    `## Tags\n\n${words.tags}`,
    markdownTable(
      ['written', 'in the mail', 'what it is'],
      tags.map(({ written, shown, purpose }) => [code(written), shown.en ?? '', purpose]),
    ),
    `## Filters\n\n${words.filters}`,
    ...filters.map(({ name, purpose, examples }) =>
      documentOf(
        `### ${name}`,
        purpose,
        markdownTable(
          ['written', ...exampleLocales.map((locale) => languageNames[locale])],
          examples.map(({ written, shown }) => [code(written), ...exampleLocales.map((locale) => shown[locale] ?? '')]),
        ),
      ).trimEnd(),
    ),
    `## Variables\n\n${words.variables}`,
    markdownTable(
      ['variable', 'type', 'what it is'],
      variables.map(({ path, type, required, purpose }) => [
        code(path),
        type,
        required ? purpose : `${purpose} May be empty.`,
      ]),
    ),
  );
}

export function blockMarkdown(block: DescribedBlock): string {
  const { type, purpose, attributes, columnAttributes, example } = block;
  return documentOf(
    `# ${type}`,
    plainPurpose(purpose),
    '## Attributes',
    fieldLines(blockFields(attributes), true).join('\n') || 'None.',
    columnAttributes && `## Attributes of each column\n\n${fieldLines(blockFields(columnAttributes), true).join('\n')}`,
    factsOf(block)
      .join('\n\n')
      .replace('(/docs/templates#tags)', `(${markdownPath('/docs/templates')}#tags)`),
    '## Example',
    jsonFence(example),
  );
}
