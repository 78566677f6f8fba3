/**
 * The windows of all endpoints that this process delivers to. A window runs `attemptWebhook` for each webhook, and
 * `returnWebhooks` for those that it gives back.
 */
import type { App } from '../../context.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { attemptWebhook } from './attempt-webhook.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { createEndpointWindow, type EndpointWindow, type WindowWork } from './endpoint-window.ts';
import { returnWebhooks } from './return-webhooks.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Attempted by `attemptWebhook`. */
    readonly deliveries: Deliveries<ClaimedWebhook>;
  }
}

export interface Deliveries<Webhook> {
  windowOf(endpoint: TurnKey): EndpointWindow<Webhook>;
  /**
   * Runs `claim` and returns its webhooks. Returns none and gives the webhooks back if the platform's webhooks were
   * recalled meanwhile: the claim may have read the URL or the secrets before the change.
   */
  claim(platformId: string, claim: () => Promise<readonly Webhook[]>): Promise<readonly Webhook[]>;
  /**
   * Gives back what was claimed ahead, and what a running claim returns, for the platform's endpoints: URL, secrets or
   * endpoints have changed.
   */
  recall(platformId: string): void;
  /** Resolves when no attempt runs, no webhook waits for a slot, and every window has told that it wants more. */
  settled(): Promise<void>;
}

interface OpenWindow<Webhook> {
  readonly platformId: string;
  readonly window: EndpointWindow<Webhook>;
}

export function createWebhookDeliveries(app: App): Deliveries<ClaimedWebhook> {
  return createDeliveries({
    attempt: (webhook, answered) => attemptWebhook(app, webhook, answered),
    giveBack: (webhooks) => returnWebhooks(app, webhooks),
  });
}

export function createDeliveries<Webhook>(work: WindowWork<Webhook>): Deliveries<Webhook> {
  /** By endpoint, those with attempts. */
  const windows = new Map<string, OpenWindow<Webhook>>();
  const underWay = new Set<Promise<void>>();
  /** By platform, the claims that run. */
  const claims = new Map<string, Set<{ isRecalled: boolean }>>();

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
    async claim(platformId, claim) {
      const running = { isRecalled: false };
      const others = claims.get(platformId) ?? new Set();
      claims.set(platformId, others.add(running));
      try {
        const webhooks = await claim();
        if (!running.isRecalled) return webhooks;
        if (webhooks.length > 0) follow(work.giveBack(webhooks));
        return [];
      } finally {
        others.delete(running);
        if (others.size === 0) claims.delete(platformId);
      }
    },
    recall(platformId) {
      for (const claim of claims.get(platformId) ?? []) claim.isRecalled = true;
      for (const open of windows.values()) if (open.platformId === platformId) open.window.recall();
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
