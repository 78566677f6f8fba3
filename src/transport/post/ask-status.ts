import type { Dispatcher } from 'undici';

/** Bytes and milliseconds of a response body that is discarded, so that the connection can be kept. */
const bodyDrainBytes = 4_096;
const bodyDrainMs = 1_000;

/** Informational responses (RFC 9110, section 15.2) before the final one; a server could otherwise send a million. */
const informationalMax = 20;

export interface StatusQuestion {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/**
 * Posts a request and returns the final status as soon as the head of the response is there. The body is not read: a
 * short one is discarded, a long or slow one closes the connection. Rejects with the error of the connection, or with
 * the signal's reason.
 */
export function askStatus(dispatcher: Dispatcher, question: StatusQuestion, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    let late: (() => void) | null = null;
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      late?.();
    });
    let timer: NodeJS.Timeout | undefined;
    let drained = 0;
    let informational = 0;
    dispatcher.dispatch(
      { ...question, method: 'POST' },
      {
        onRequestStart(controller) {
          late = () => controller.abort(signal.reason);
          if (signal.aborted) late();
        },
        onResponseStart(controller, status) {
          if (status < 200) {
            informational += 1;
            if (informational > informationalMax) controller.abort(new Error('Too many informational responses'));
            return;
          }
          late = null;
          timer = setTimeout(() => controller.abort(new Error('The body goes on for too long')), bodyDrainMs);
          resolve(status);
        },
        onResponseData(controller, chunk) {
          drained += chunk.length;
          if (drained > bodyDrainBytes) controller.abort(new Error('The body is too long'));
        },
        onResponseEnd() {
          clearTimeout(timer);
        },
        onResponseError(_controller, error) {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
  });
}
