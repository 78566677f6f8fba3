import type { Event, Message } from '../../prisma/generated/client.ts';
import { type Metadata, recordedMetadata } from '../ground/input/metadata.ts';
import type { EmitRecord } from './emit-record.ts';

/** What a record shows of its event. */
export type RecordedEvent = Pick<
  Event,
  'id' | 'type' | 'idempotencyKey' | 'contactId' | 'contactReference' | 'metadata' | 'createdAt'
>;

/** What a record shows of its message. */
export type RecordedMessage = Pick<
  Message,
  'id' | 'state' | 'templateVersionId' | 'fellBack' | 'simulation' | 'sendAt'
>;

/** Returns the record of an emit from its rows, with the current state of the message. */
export function toEmitRecord(event: RecordedEvent, message: RecordedMessage | null): EmitRecord {
  return {
    id: event.id,
    type: event.type,
    idempotencyKey: event.idempotencyKey,
    contact: event.contactId === null ? null : { id: event.contactId, reference: event.contactReference },
    message: message && {
      id: message.id,
      state: message.state,
      templateVersionId: message.templateVersionId,
      fellBack: message.fellBack,
      simulated: message.simulation !== null,
      ...(message.sendAt === null ? {} : { sendAt: message.sendAt.toISOString() }),
    },
    ...recordedMetadata(event.metadata as Metadata | null),
    createdAt: event.createdAt.toISOString(),
  };
}
