/** All pages of the documentation, in the order of the navigation. */
import { catalogue } from '../../emails/index.ts';
import { webhookTypes } from '../webhooks/webhook-types.ts';
import type { Contract } from './api-document.ts';

export interface Entry {
  readonly path: string;
  readonly title: string;
  /** In capitals; for operations only. */
  readonly method?: string;
}

export interface Section {
  /** Empty: its entries have no heading and cannot be folded. */
  readonly title: string;
  /** The page that unfolds the section, besides its own entries. */
  readonly parent?: string;
  readonly entries: readonly Entry[];
}

/** A group of sections, such as the guides; each section of the reference can be folded. */
export interface Group {
  readonly title: string;
  readonly sections: readonly Section[];
}

/** Guides for one framework or language each. */
export const frameworks = {
  express: 'Express',
  fastify: 'Fastify',
  nextjs: 'Next.js',
  django: 'Django',
  rails: 'Rails',
  laravel: 'Laravel',
  go: 'Go',
} as const;

/** Files of docs/guides, without `.md`, in reading order. */
export const guides = {
  'first-mail': 'Send your first mail',
  'how-it-works': 'How it hangs together',
  contacts: 'Contacts',
  templates: 'Templates',
  consent: 'Consent and leaving',
  'sending-domain': 'Sending domain',
  replies: 'Replies',
  'whole-backend': 'A whole backend',
  'typed-client': 'A typed client',
  'going-live': 'Going live',
  'mail-providers': 'Mail providers',
  graphql: 'GraphQL',
  ...frameworks,
} as const;

export type GuideName = keyof typeof guides;

export const webhookPath = (type: string) => `/docs/webhooks/${type}`;
export const operationPath = (slug: string) => `/docs/api/${slug}`;
export const errorPath = (code: string) => `/docs/errors#${code}`;
export const guidePath = (name: string) => `/docs/guides/${name}`;
export const cataloguePath = '/docs/templates';
export const blockPath = (type: string) => `${cataloguePath}/${type}`;
/** The same page as Markdown. */
export const markdownPath = (path: string) => (path === '/docs' ? '/docs/index.md' : `${path}.md`);

export function siteMap({ document, operations }: Contract): readonly Group[] {
  const all = Object.entries(guides).map(([name, title]) => ({ name, path: guidePath(name), title }));
  const start = all.filter(({ name }) => !Object.hasOwn(frameworks, name));
  return [
    {
      title: 'Guides',
      sections: [{ title: '', entries: [{ path: '/docs', title: 'Overview' }, ...start.map(entryOf)] }],
    },
    {
      title: 'Frameworks',
      sections: [{ title: '', entries: all.filter((guide) => !start.includes(guide)).map(entryOf) }],
    },
    {
      title: 'Mails',
      sections: [
        { title: '', entries: [{ path: cataloguePath, title: 'Catalogue of mails' }] },
        {
          title: 'Blocks',
          parent: cataloguePath,
          entries: catalogue.map(({ type }) => ({ path: blockPath(type), title: type })),
        },
      ],
    },
    {
      title: 'Webhooks',
      sections: [
        { title: '', entries: [{ path: '/docs/webhooks', title: 'Receiving webhooks' }] },
        {
          title: 'Types',
          parent: '/docs/webhooks',
          entries: webhookTypes.map((type) => ({ path: webhookPath(type), title: type })),
        },
      ],
    },
    {
      title: 'API reference',
      sections: [
        {
          title: '',
          entries: [
            { path: '/docs/api', title: 'Conventions' },
            { path: '/docs/errors', title: 'Errors' },
          ],
        },
        ...document.tags.map(({ name }) => ({
          title: name,
          entries: operations
            .filter(({ tag }) => tag === name)
            .map(({ slug, summary, method }) => ({ path: operationPath(slug), title: summary, method })),
        })),
      ],
    },
    { title: 'Changes', sections: [{ title: '', entries: [{ path: '/docs/changelog', title: 'Changelog' }] }] },
  ];
}

function entryOf({ path, title }: Entry): Entry {
  return { path, title };
}

/** Returns the page of an operation such as `POST /v1/workspaces/{workspace}/events`, with any names in the braces. */
export function operationByName({ operations }: Contract, name: string): string | null {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (?:\/v1)?(\/[^\s?]*)$/.exec(name) ?? [];
  if (method === undefined || path === undefined) return null;
  const shape = (text: string) => text.replace(/\{[^{}]*\}/g, '{}');
  const found = operations.find((operation) => operation.method === method && shape(operation.path) === shape(path));
  return found ? operationPath(found.slug) : null;
}
