/** The requests that the load process sends, by number. No two emits are alike. */

/** `emit-one`: emits of one workspace, the first. `batch`: contacts. `emit-batch`: emits. */
export type RequestKind = 'emit' | 'emit-one' | 'batch' | 'emit-batch';

export interface LoadRequest {
  readonly path: string;
  readonly body: string;
}

/** Workspaces that requests are spread over. */
export const workspaces = 20;
/** Contacts, or emits, of one batch. */
export const batchSize = 500;

export const workspaceReference = (n: number) => `shop-${n % workspaces}`;
export const recipientOf = (n: number) => `reader-${n}@example.com`;

export function requestOf(kind: RequestKind, n: number): LoadRequest {
  switch (kind) {
    case 'emit':
      return { path: eventsOf(n), body: JSON.stringify(emitOf(n)) };
    case 'emit-one':
      return { path: eventsOf(0), body: JSON.stringify(emitOf(n)) };
    case 'batch':
      return {
        path: `/v1/workspaces/ref:${workspaceReference(n)}/contacts/batch`,
        body: JSON.stringify({ contacts: batchOf(n) }),
      };
    case 'emit-batch':
      return { path: `${eventsOf(n)}/batch`, body: JSON.stringify({ events: emitsOf(n) }) };
  }
}

const eventsOf = (n: number) => `/v1/workspaces/ref:${workspaceReference(n)}/events`;

function emitOf(n: number) {
  return {
    type: 'order.shipped',
    idempotency_key: `order-${n}`,
    recipient: { email: recipientOf(n) },
    payload: { customer_name: `Ada ${n}`, order_number: String(n), tracking_url: `https://example.com/track/${n}` },
  };
}

/** Their numbers are not those of single emits. */
function emitsOf(n: number) {
  return Array.from({ length: batchSize }, (_none, position) => {
    const { type, payload } = emitOf(n * batchSize + position);
    const name = `many-${n}-${position}`;
    return { type, idempotency_key: name, recipient: { email: `${name}@example.com` }, payload };
  });
}

export interface BatchContact {
  readonly reference: string;
  readonly email: string;
  readonly attributes: { readonly plan: string; readonly seats: number };
  readonly tags: readonly string[];
}

/**
 * Half of a batch is new contacts; the other half changes contacts of an earlier batch of the same workspace, of which
 * there is none in its first batch.
 */
export function batchOf(n: number): readonly BatchContact[] {
  return Array.from({ length: batchSize }, (_none, position) => {
    const isChange = position % 2 === 1 && n >= workspaces;
    const person = `${n - (isChange ? workspaces : 0)}-${position - (isChange ? 1 : 0)}`;
    return {
      reference: `person-${person}`,
      email: `person-${person}@example.com`,
      attributes: { plan: n % 2 === 0 ? 'free' : 'team', seats: (n + position) % 50 },
      tags: [position % 3 === 0 ? 'VIP' : 'Regular'],
    };
  });
}
