/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
export type { TypedDocumentString } from './operations/document.ts';
export * from './operations/audit-log.ts';
export * from './operations/brand.ts';
export * from './operations/event-types.ts';
export * from './operations/exports.ts';
export * from './operations/figures.ts';
export * from './operations/finder.ts';
export * from './operations/imports.ts';
export * from './operations/keys.ts';
export * from './operations/layouts.ts';
export * from './operations/message-list.ts';
export * from './operations/messages.ts';
export * from './operations/operations.ts';
export * from './operations/people.ts';
export * from './operations/pictures.ts';
export * from './operations/platforms.ts';
export * from './operations/sending-domain.ts';
export * from './operations/session.ts';
export * from './operations/templates.ts';
export * from './operations/topics.ts';
export * from './operations/webhooks.ts';
export * from './operations/workspaces.ts';
export type * from './operations/types.ts';
