/**
 * The answers under way on a server's connections. A server that stops asks for each connection's end with its next
 * answer, so that no client sends a request over a connection that is about to be cut.
 */
import type { RequestListener, ServerResponse } from 'node:http';

export interface Answers {
  /** To be called with each request before anything else. */
  readonly follow: RequestListener;
  /** From now on each answer that begins ends its connection. */
  drain(): void;
  /** The answers that had begun before end their connections too: no further request is read. */
  end(): void;
}

export function createAnswers(): Answers {
  const underWay = new Set<ServerResponse>();
  let draining = false;

  const close = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };

  return {
    follow(_request, response) {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      if (draining) close(response);
    },
    drain() {
      draining = true;
      for (const response of underWay) close(response);
    },
    end() {
      for (const response of underWay) {
        const { socket } = response;
        if (response.headersSent) response.once('finish', () => socket?.end());
      }
    },
  };
}
