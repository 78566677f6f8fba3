/**
 * The list of all pages for programs that read Markdown (docs/rules.md#documentation-for-programs): /docs/llms.txt, as
 * llmstxt.org describes it, and the overview /docs/index.md. Links are absolute.
 */

import { catalogue } from '../../../emails/index.ts';
import { webhookTypes } from '../../webhooks/webhook-types.ts';
import type { Contract } from '../api-document.ts';
import { cards, lead } from '../home-page.ts';
import { blockPath, frameworks, markdownPath, operationPath, siteMap, webhookPath } from '../site-map.ts';
import { plainPurpose } from '../templates/catalogue-page.ts';
import { webhookHelp } from '../webhook-help.ts';
import { documentOf } from './blocks.ts';

export function llmsText(contract: Contract, publicUrl: string): string {
  return indexOf('Tidings', contract, publicUrl);
}

export function indexMarkdown(contract: Contract, publicUrl: string): string {
  return indexOf('Tidings documentation', contract, publicUrl);
}

function indexOf(title: string, contract: Contract, publicUrl: string): string {
  const about = aboutPages(contract);
  const groups = siteMap(contract).flatMap(({ title: group, sections }) =>
    sections.map(({ title: section, entries }) => ({ name: section === '' ? group : `${group}: ${section}`, entries })),
  );
  return documentOf(
    `# ${title}`,
    `> ${lead}`,
    `REST is served below ${publicUrl}/v1, GraphQL at ${publicUrl}/graphql. The whole of REST is in the OpenAPI document ${publicUrl}/docs/openapi.json. Each page below is Markdown; without \`.md\` it is HTML.`,
    ...groups.map(({ name, entries }) => {
      const lines = entries.map(({ path, title: page }) => {
        const says = about.get(path);
        return `- [${page}](${publicUrl}${markdownPath(path)})${says === undefined ? '' : `: ${says}`}`;
      });
      return `## ${name}\n\n${lines.join('\n')}`;
    }),
  );
}

/** A sentence about a page, by its path. */
function aboutPages({ operations }: Contract): ReadonlyMap<string, string> {
  return new Map([
    ...cards.map(([path, , text]) => [`/docs/${path}`, text] as const),
    ...Object.entries(frameworks).map(
      ([name, title]) => [`/docs/guides/${name}`, `Webhooks, jobs, retries and tests with ${title}.`] as const,
    ),
    ...catalogue.map(({ type, purpose }) => [blockPath(type), plainPurpose(purpose)] as const),
    ...webhookTypes.map((type) => [webhookPath(type), webhookHelp[type].when] as const),
    ...operations.map(({ slug, method, path }) => [operationPath(slug), `\`${method} /v1${path}\``] as const),
  ]);
}
