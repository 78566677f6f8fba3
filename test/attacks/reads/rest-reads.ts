/** A request for each GET of rest/openapi.yaml. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Things } from '../../support/root-arguments.ts';
import { contactReference } from './worst-people.ts';

export interface RestRead {
  readonly name: string;
  readonly path: string;
}

interface Contract {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly operationId: string } }>>;
}

const days = '?from=2026-03-01&to=2026-03-31&group_by=day';
/** Queries without which a path reads nothing. */
const queries: Readonly<Record<string, string>> = {
  '/figures': days,
  '/workspaces/{workspace}/explanation': '?email=ada@example.com&type=worst.big',
  '/workspaces/{workspace}/figures': days,
};

export function restReads(things: Things): readonly RestRead[] {
  const { paths } = parse(readFileSync(new URL('../../../rest/openapi.yaml', import.meta.url), 'utf8')) as Contract;
  const ids: Readonly<Record<string, string>> = {
    '/files/{id}': things.file,
    '/pictures/{id}': things.picture,
    '/webhook-endpoints/{id}': things.endpoint,
    '/webhooks/{id}': things.webhook,
    '/webhook-redeliveries/{id}': things.redelivery,
    '/workspaces/{workspace}/erasures/{id}': things.erasure,
    '/workspaces/{workspace}/imports/{id}': things.import,
    '/workspaces/{workspace}/imports/{id}/faults': things.import,
    '/workspaces/{workspace}/messages/{id}': things.message,
    '/workspaces/{workspace}/messages/{id}/content': things.message,
    '/workspaces/{workspace}/messages/{id}/replies': things.message,
    '/workspaces/{workspace}/messages/{id}/replies/{reply}': things.message,
    '/workspaces/{workspace}/messages/{id}/replies/{reply}/attachments/{position}': things.message,
    '/workspaces/{workspace}/events/{id}': things.event,
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get) return [];
    const values: Readonly<Record<string, string | undefined>> = {
      workspace: things.workspace,
      contact: `ref:${contactReference(0)}`,
      name: path.startsWith('/layouts/') ? 'full' : 'worst.big',
      key: 'worst_0',
      locale: 'de-x-a0',
      reply: things.reply,
      position: '1',
      id: ids[path],
    };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`test/attacks/reads/rest-reads.ts has no ${name} for ${path}`);
      return value;
    });
    return [{ name: get.operationId, path: `/v1${filled}${queries[path] ?? ''}` }];
  });
}
