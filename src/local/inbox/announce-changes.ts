/** Notifies open pages of the inbox of new and deleted mails (server-sent events). */
import type { ServerResponse } from 'node:http';

/** Time within which a burst of mails is announced once; milliseconds. */
const pause = 250;
/** Interval of a sign of life: proxies and browsers close silent connections; milliseconds. */
const heartbeat = 20_000;
/** Open pages; a new one replaces the oldest, which the browser connects again later. */
const pagesMax = 20;

export interface Announcer {
  add(response: ServerResponse): void;
  changed(): void;
}

export function createAnnouncer(): Announcer {
  const pages = new Set<ServerResponse>();
  let isDue = false;
  const tell = (line: string) => {
    for (const page of pages) page.write(line);
  };
  setInterval(() => tell(': still here\n\n'), heartbeat).unref();
  return {
    add(response) {
      const [oldest] = pages;
      if (oldest && pages.size >= pagesMax) oldest.destroy();
      pages.add(response);
      response.once('close', () => pages.delete(response));
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write('retry: 1000\n\n');
    },
    changed() {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        tell('data: changed\n\n');
      }, pause).unref();
    },
  };
}
