/** A webhook type as Markdown. */
import type { WebhookType } from '../../webhooks/webhook-types.ts';
import { webhookHelp } from '../webhook-help.ts';
import { webhookSources } from '../webhook-page.ts';
import { documentOf, jsonFence } from './blocks.ts';
import { dataLines } from './field-lines.ts';

/** `body`: as received. */
export function webhookMarkdown(type: WebhookType, body: unknown): string {
  const { when, source, data, todo } = webhookHelp[type];
  return documentOf(
    `# ${type}`,
    when,
    '## What to do',
    todo,
    '## Who causes it',
    source === 'either' ? webhookSources.either : `\`source\` is \`${source}\`. ${webhookSources[source]}`,
    '## Fields of `data`',
    dataLines(data).join('\n'),
    '## Body',
    jsonFence(body),
  );
}
