/** The links and pictures of mails, which people and their programs open without a key. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { answerOpenPixel } from './answer-open-pixel.ts';
import { answerPicture } from './answer-picture.ts';
import { answerUnsubscribe } from './unsubscribe.ts';

type Answer = (app: App, token: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const links: Readonly<Record<string, Answer>> = {
  unsubscribe: answerUnsubscribe,
  open: answerOpenPixel,
  pictures: answerPicture,
};

export interface Link {
  readonly answer: Answer;
  readonly token: string;
  /** The path without its token, for the log. */
  readonly pattern: string;
}

/**
 * Returns the handler of `path`, and the token in the path; null for any other path. Programs that read mail write links
 * anew: they escape signs that need none (`%2D`), once or twice, and take a full stop or a bracket behind the link for its
 * part (docs/rules.md#unsubscribe-link).
 */
export function linkAt(path: string): Link | null {
  const [, name = '', token = ''] = /^\/(unsubscribe|open|pictures)\/([\w.-]*)/.exec(unescaped(path)) ?? [];
  const answer = links[name];
  return answer ? { answer, token, pattern: `/${name}/:token` } : null;
}

/** Times that a link may have been escaped. */
const escapesMax = 2;

function unescaped(path: string): string {
  let text = path;
  for (let times = 0; times < escapesMax && text.includes('%'); times += 1) {
    text = text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return text;
}
