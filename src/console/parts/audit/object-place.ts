/** The page of the object of a change in the audit log. */
import type { LinkProps } from '@tanstack/react-router';

interface Changed {
  readonly operation: string;
  readonly objectType: string;
  readonly objectId: string | null;
  /** Of an object that has its name by an id; null where it is gone. */
  readonly objectName: string | null;
}

/** Event types and layouts are noted by their name, most objects by their id. */
export function isId(objectId: string | null): objectId is string {
  return objectId !== null && /^[0-7][0-9A-Z]{25}$/.test(objectId);
}

/** Null where the object has no page of its own, or is gone. */
export function placeOf({ operation, objectType, objectId, objectName }: Changed): LinkProps | null {
  if (/Delete$|Revoke$/.test(operation)) return null;
  if (objectType === 'Brand') return { to: '/brand' };
  if (objectType === 'SendingDomain') return { to: '/sending-domain' };
  if (objectId === null) return null;
  if (objectType === 'Message') return { to: '/messages/$message', params: { message: objectId } };
  if (objectType === 'Webhook') return { to: '/webhooks/$webhook', params: { webhook: objectId } };
  const name = objectName ?? (isId(objectId) ? null : objectId);
  if (name === null) return null;
  switch (objectType) {
    case 'ApiKey':
      return { to: '/keys' };
    case 'AttributeDefinition':
      return { to: '/attributes' };
    case 'EventType':
      return operation.startsWith('template')
        ? { to: '/templates/$eventType', params: { eventType: name }, search: { part: 'versions' } }
        : { to: '/event-types/$name', params: { name } };
    case 'Layout':
      return { to: '/layouts/$layout', params: { layout: name } };
    case 'WebhookEndpoint':
    case 'WebhookSecret':
      return { to: '/webhooks' };
    case 'Workspace':
      return { to: '/workspaces/$id', params: { id: objectId } };
    default:
      return null;
  }
}
