/** The links in mails, which people and their programs open without a key. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { answerOpenPixel } from './open-pixel.ts';
import { answerUnsubscribe } from './unsubscribe.ts';

type Answer = (app: App, token: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const links: Readonly<Record<string, Answer>> = { unsubscribe: answerUnsubscribe, open: answerOpenPixel };

export interface Link {
  readonly answer: Answer;
  readonly token: string;
  /** The path without its token, for the log. */
  readonly pattern: string;
}

/** Returns the handler of `path`, and the token in the path; null for any other path. */
export function linkAt(path: string): Link | null {
  const [, name = '', token = ''] = /^\/(unsubscribe|open)\/([^/?#]*)\/?(?:[?#]|$)/.exec(path) ?? [];
  const answer = links[name];
  return answer ? { answer, token, pattern: `/${name}/:token` } : null;
}
