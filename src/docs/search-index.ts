/** /docs/search.json: the index of the search (docs/rules.md#search-of-the-documentation). */
import { describeComposition } from '../../emails/index.ts';
import { type ErrorCode, errorCodes } from '../ground/errors/error-codes.ts';
import { webhookTypes } from '../webhooks/webhook-types.ts';
import type { Contract } from './api-document.ts';
import { errorHelp } from './error-help.ts';
import { anchorOf } from './prose.ts';
import { blockPath, cataloguePath, errorPath, guides, operationPath, webhookPath } from './site-map.ts';
import { webhookHelp } from './webhook-help.ts';

/** Paths are below /docs, which the script knows. */
export interface SearchEntry {
  readonly title: string;
  /** The kind of page, or the page of a heading. */
  readonly group: string;
  readonly path: string;
  /** Searched, and shown in part. */
  readonly text: string;
  /** Searched, not shown: other words for the same thing. */
  readonly words?: string;
}

/** Words that readers look for and the page does not say, by its path. */
const otherWords: Readonly<Record<string, string>> = {
  '/docs/guides/first-mail': 'quickstart getting started install hello world',
  '/docs/guides/whole-backend': 'example program script node javascript sample backend start to end',
  '/docs/guides/typed-client': 'sdk library package typescript openapi generator codegen types swagger client',
  '/docs/guides/first-mail#test-without-sending': 'test mode sandbox dry run fake',
  '/docs/guides/going-live': 'production launch checklist deploy',
  '/docs/guides/contacts': 'csv import export sync upload users subscribers',
  '/docs/guides/consent': 'gdpr opt out unsubscribe privacy',
  '/docs/guides/sending-domain': 'dns spf dkim dmarc verify',
  '/docs/guides/replies': 'inbound receive incoming mail answer parse reply-to',
  '/docs/guides/express': 'node javascript typescript',
  '/docs/guides/fastify': 'node javascript typescript',
  '/docs/guides/nextjs': 'node javascript typescript react vercel',
  '/docs/guides/django': 'python flask celery',
  '/docs/guides/rails': 'ruby active job sidekiq',
  '/docs/guides/laravel': 'php queue symfony',
  '/docs/guides/go': 'golang',
  '/docs/templates': 'blocks filters merge tags variables components placeholders personalisation',
  '/docs/webhooks': 'webhook webhooks callbacks notifications',
  '/docs/webhooks#verify-a-signature': 'hmac sdk library python ruby php go node typescript',
  '/docs/webhooks/message.bounced': 'handle bounces undeliverable',
  '/docs/webhooks/message.complained': 'handle complaints spam',
  '/docs/api/emit-event': 'emit event send email mail',
  '/docs/changelog': 'changes news releases versions',
};

/** `guideTexts`: Markdown by the path of its page. */
export function searchIndex(
  { document, operations, resolve }: Contract,
  guideTexts: Readonly<Record<string, string>>,
): readonly SearchEntry[] {
  const named = new Map<string, string>(Object.entries(guides).map(([name, title]) => [`/docs/guides/${name}`, title]));
  return [
    ...Object.entries(guideTexts).flatMap(([path, text]) => sectionsOf(path, named.get(path), text)),
    { title: 'Conventions', group: 'API reference', path: '/docs/api', text: plain(document.info.description) },
    { title: 'Changelog', group: 'Changes', path: '/docs/changelog', text: 'What a caller or an operator notices.' },
    {
      title: 'Catalogue of mails',
      group: 'Mails',
      path: cataloguePath,
      text: 'Every block, tag, filter and variable, drawn by the code that sends.',
    },
    ...describeComposition().blocks.map(({ type, purpose, attributes }) => ({
      title: type,
      group: 'Block',
      path: blockPath(type),
      text: plain([purpose, ...attributes.map(({ name, description }) => `${name}: ${description}`)].join(' ')),
    })),
    ...operations.map(({ summary, slug, method, path, description, body, parameters }) => ({
      title: summary,
      group: `${method} ${path}`,
      path: operationPath(slug),
      text: [
        plain(description),
        ...parameters.map(({ name }) => name),
        ...Object.keys((body && resolve(body).properties) ?? {}),
      ].join(' '),
    })),
    ...webhookTypes.map((type) => ({
      title: type,
      group: 'Webhook',
      path: webhookPath(type),
      text: plain(
        [
          webhookHelp[type].when,
          webhookHelp[type].todo,
          ...webhookHelp[type].data.flatMap(({ values = {} }) => Object.keys(values)),
        ].join(' '),
      ),
    })),
    ...(Object.keys(errorCodes) as ErrorCode[]).map((code) => ({
      title: code,
      group: 'Error',
      path: errorPath(code),
      text: plain(`${errorHelp[code].cause} ${errorHelp[code].fix}`),
    })),
  ].map((entry) => {
    const words = otherWords[entry.path];
    return { ...entry, path: entry.path.slice('/docs'.length), ...(words === undefined ? {} : { words }) };
  });
}

/** One entry for each heading of a guide. */
function sectionsOf(path: string, title: string | undefined, text: string): readonly SearchEntry[] {
  const withoutCode = text.replace(/```[\s\S]*?```/g, ' ');
  const [first = '', ...rest] = withoutCode.split(/^## /m);
  const name = title ?? /^# (.+)$/m.exec(first)?.[1] ?? path;
  const sections = rest.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return { title: heading, group: name, path: `${path}#${anchorOf(heading)}`, text: plain(lines.join(' ')) };
  });
  return [{ title: name, group: 'Guide', path, text: plain(first.replace(/^# .+$/m, '')) }, ...sections];
}

/** Markdown as running text. */
function plain(text: string): string {
  return text
    .replace(/<!--[^<>]{0,40}-->/g, ' ')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*#|>]|-{3,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
