/** GET and POST of an unsubscribe link (docs/rules.md#unsubscribe-page). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { errorStatuses } from '../ground/errors/error-status.ts';
import { contentPolicy } from '../ground/page-headers.ts';
import { minute } from '../ground/time/durations.ts';
import { type Departure, findDeparture } from '../people/departure.ts';
import { leaveMarketing } from '../people/leave-marketing.ts';
import { leaveTopic } from '../people/leave-topic.ts';
import { undoLeaving } from '../people/undo-leaving.ts';
import { styleHash, type UnsubscribeView, unsubscribePage } from './unsubscribe-page.tsx';

/** Bytes; forms of the page and of mail apps are far smaller. */
const bodyMax = 8 * 1024;
/** Lines of one part's header in a multipart form. */
const partHeaderMaxLines = 10;

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentPolicy({ 'style-src': styleHash, 'form-action': "'self'" }),
  'X-Robots-Tag': 'noindex',
} as const;

export async function answerUnsubscribe(
  app: App,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { linkRoom } = app.parts;
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      const departure = await linkRoom.run(token, 'show', () => findDeparture(app, token));
      return show(app, request, response, { departure, asked: 'nothing' });
    }
    case 'POST': {
      const form = await readForm(request);
      if (form === null) {
        response.writeHead(errorStatuses.payload_too_large, { ...headers, Connection: 'close' }).end();
        return;
      }
      if (form === 'undo') {
        const departure = await linkRoom.run(token, form, () => undoLeaving(app, token));
        return show(app, request, response, { departure, asked: 'undo' });
      }
      const source = form === 'one-click' ? 'mail_app' : 'link';
      const leave = form === 'leave-all' ? leaveMarketing : leaveTopic;
      const departure = await linkRoom.run(token, form, () => leave(app, token, source));
      return show(app, request, response, { departure, asked: 'leave' });
    }
    default:
      response.writeHead(errorStatuses.method_not_allowed, { ...headers, Allow: 'GET, HEAD, POST' }).end();
  }
}

interface UnsubscribeStanding {
  readonly departure: Departure | null;
  readonly asked: 'nothing' | 'leave' | 'undo';
}

function show(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  { departure, asked }: UnsubscribeStanding,
): void {
  const locales = departure ? departure.locales : acceptedLanguages(request.headers['accept-language'] ?? '');
  const body = Buffer.from(unsubscribePage(viewOf(app, departure, asked), locales));
  response.writeHead(departure ? 200 : errorStatuses.not_found, { ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function viewOf(app: App, departure: Departure | null, asked: UnsubscribeStanding['asked']): UnsubscribeView {
  if (departure === null) return { kind: 'nobody' };
  const { workspaceName, left, topic, topicLeft, undoUntil } = departure;
  const tooLate = asked === 'undo';
  if (!left && !topicLeft) {
    if (asked === 'undo') return { kind: 'back', workspaceName, topic };
    return topic ? { kind: 'askTopic', workspaceName, topic } : { kind: 'ask', workspaceName };
  }
  const minutesLeft = undoUntil && Math.max(1, Math.ceil((undoUntil.getTime() - app.clock.now().getTime()) / minute));
  if (!left && topic) return { kind: 'leftTopic', workspaceName, topic, minutesLeft, tooLate };
  return { kind: 'left', workspaceName, minutesLeft, tooLate };
}

/**
 * Returns the action of a POST. Everything but an undo is an unsubscribe, from the topic of the link where it has one and
 * the form does not say `leave-all`: mail apps send `List-Unsubscribe=One-Click`, as a form of either encoding (RFC 8058,
 * 3.1). Returns null when the body is too large.
 */
async function readForm(request: IncomingMessage): Promise<'leave' | 'leave-all' | 'one-click' | 'undo' | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > bodyMax) return null;
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  if (/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) {
    if (hasPart(text, 'action', 'undo')) return 'undo';
    if (hasPart(text, 'action', 'leave-all')) return 'leave-all';
    return hasPart(text, 'list-unsubscribe', 'one-click') ? 'one-click' : 'leave';
  }
  const form = new URLSearchParams(text);
  const action = form.get('action');
  if (action === 'undo' || action === 'leave-all') return action;
  return form.get('List-Unsubscribe') === 'One-Click' ? 'one-click' : 'leave';
}

/** Whether a multipart form has a field `name` of exactly `value`, both in lower case. */
function hasPart(form: string, name: string, value: string): boolean {
  const lines = form.toLowerCase().split(/\r?\n/);
  return lines.some((line, at) => {
    if (line !== '' || lines[at + 1] !== value) return false;
    const header = lines.slice(Math.max(0, at - partHeaderMaxLines), at).join('\n');
    return header.includes(`name="${name}"`) || header.includes(`name=${name}`);
  });
}

/** Returns the tags of an Accept-Language field, the most wanted first. */
function acceptedLanguages(field: string): readonly string[] {
  return field
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => /^[A-Za-z]/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
