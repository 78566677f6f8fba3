/** The windows of all endpoints that this process delivers to. */
import type { TurnKey } from '../turns/jobs.ts';
import { createEndpointWindow, type EndpointWindow, type WindowWork } from './endpoint-window.ts';

export interface Deliveries<Webhook> {
  windowOf(endpoint: TurnKey): EndpointWindow<Webhook>;
  /** Gives back what was claimed ahead for the platform's endpoints: URL, secrets or endpoints have changed. */
  recall(platformId: string): void;
  /** Resolves when no attempt runs, no webhook waits for a slot, and every window has told that it wants more. */
  settled(): Promise<void>;
}

interface OpenWindow<Webhook> {
  readonly platformId: string;
  readonly window: EndpointWindow<Webhook>;
}

export function createDeliveries<Webhook>(work: WindowWork<Webhook>): Deliveries<Webhook> {
  /** By endpoint, those with attempts. */
  const windows = new Map<string, OpenWindow<Webhook>>();
  const underWay = new Set<Promise<void>>();

  const follow = (part: Promise<void>) => {
    const followed: Promise<void> = part.finally(() => underWay.delete(followed));
    underWay.add(followed);
  };

  return {
    windowOf({ platformId, id }) {
      return (
        windows.get(id)?.window ??
        createEndpointWindow({
          ...work,
          follow,
          begins: (window) => windows.set(id, { platformId, window }),
          ends: () => windows.delete(id),
        })
      );
    },
    recall(platformId) {
      for (const open of windows.values()) if (open.platformId === platformId) open.window.recall();
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
