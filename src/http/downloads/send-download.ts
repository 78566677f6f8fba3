/**
 * Sends a file as it is made: the next part is made when the client has read those before, so that a client that does not
 * read keeps one part in memory (docs/rules.md#exports).
 */
import type { ServerResponse } from 'node:http';
import { ClientGone } from '../connections/client-gone.ts';
import { type StartTimer, startTimer } from '../connections/start-timer.ts';
import type { Exchange } from '../exchange.ts';

/** How long a client may read nothing; milliseconds. Less than the transaction behind it may be idle. */
const unreadMax = 10_000;

export interface Download {
  readonly type: string;
  readonly filename: string;
  /** Hands part after part to `write`, which rejects once nobody reads them any more. */
  readonly send: (write: (bytes: Buffer) => Promise<void>) => Promise<void>;
}

interface Terms {
  /** Hears of an error after the first byte, which no response can show: the file ends before its end. */
  readonly onCut: (error: unknown) => void;
  readonly timer?: StartTimer;
}

/** Rejects with what `download` rejects with before its first part alone. */
export async function sendDownload(
  { request, response }: Exchange,
  { type, filename, send }: Download,
  { onCut, timer = startTimer }: Terms,
): Promise<void> {
  const begin = () =>
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${filename}"`,
      // A file of people: no cache may store it, and none may change it.
      'Cache-Control': 'no-store, no-transform',
    });
  if (request.method === 'HEAD') return void begin().end();
  try {
    await send(async (bytes) => {
      if (response.destroyed) throw new ClientGone();
      if (!response.headersSent) begin();
      if (!response.write(bytes)) await drained(response, timer);
    });
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    onCut(error);
    // Without its last chunk: the client sees that the file is not whole.
    response.destroy();
  }
}

/** Resolves when the client has read on; rejects with `ClientGone` when it has left, or has read nothing for too long. */
function drained(response: ServerResponse, timer: StartTimer): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      stopTimer();
      response.off('drain', onDrain).off('close', onClose);
      act();
    };
    const onDrain = () => settle(resolve);
    const onClose = () => settle(() => reject(new ClientGone()));
    const stopTimer = timer(unreadMax, onClose);
    response.once('drain', onDrain).once('close', onClose);
    if (response.destroyed) onClose();
  });
}
