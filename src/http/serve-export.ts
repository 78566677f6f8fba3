/** Sends an export: over REST in the response to its request, elsewhere by its link (docs/rules.md#exports). */
import type { App } from '../context.ts';
import { becomeParty } from '../db/connections/party.ts';
import type { ExportFormat } from '../exports/export-order.ts';
import { findExport } from '../exports/find-export.ts';
import { streamExport } from '../exports/stream-export.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { isRecord } from '../ground/input/input.ts';
import { ClientGone } from './connections/client-gone.ts';
import type { Door } from './door.ts';
import { sendDownload } from './downloads/send-download.ts';
import type { Exchange } from './exchange.ts';
import { takeRoom } from './request-room.ts';

const linkShape = /^\/exports\/([\w-]+)$/;
/** The path of links without the token, for the log. */
export const exportPattern = '/exports/:token';

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** The token of a link; null for other paths. */
export const exportTokenAt = (path: string): string | null => linkShape.exec(path)?.[1] ?? null;

export interface ExportDoor {
  /** Sends what a link in the answer of a document exports. */
  sendPrepared(exchange: Exchange, prepared: unknown): Promise<void>;
  /** Answers a request for a link; never rejects. */
  answerLink(exchange: Exchange, token: string): Promise<void>;
}

export function createExportDoor(app: App, door: Door): ExportDoor {
  async function send(exchange: Exchange, token: string): Promise<void> {
    const order = await findExport(app, token);
    const { platformId, apiKeyId, kind, format } = order;
    exchange.caller = platformId;
    Object.assign(exchange.facts, { platform: platformId, key: apiKeyId });
    becomeParty({ kind: 'requests', name: platformId });
    const leave = await takeRoom(app.parts.exportRoom, exchange.response, platformId, 1);
    try {
      const download = {
        type: types[format],
        filename: `${kind}.${format}`,
        send: (write: (bytes: Buffer) => Promise<void>) => streamExport(app, order, write),
      };
      await sendDownload(exchange, download, { onCut: (error) => noteCut(exchange, error) });
    } finally {
      leave();
    }
  }

  /** The line of the request has the code; a client that has left is no error. */
  function noteCut(exchange: Exchange, error: unknown): void {
    if (!(error instanceof ClientGone)) exchange.facts.code = door.refusalOf(error, exchange).code;
  }

  return {
    async sendPrepared(exchange, prepared) {
      if (!isRecord(prepared) || typeof prepared.url !== 'string') throw new Error('The export has no link');
      await send(exchange, prepared.url.slice(prepared.url.lastIndexOf('/') + 1));
    },
    async answerLink(exchange, token) {
      const { request, response } = exchange;
      try {
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          response.setHeader('Allow', 'GET, HEAD');
          throw new DomainError('method_not_allowed');
        }
        await send(exchange, token);
      } catch (error) {
        door.refuse(exchange, error);
      }
    },
  };
}
