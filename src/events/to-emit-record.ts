import type { Event, Message } from '../../prisma/generated/client.ts';
import { type Metadata, recordedMetadata } from '../ground/input/metadata.ts';
import type { EmitRecord, RecordedCopy } from './emit-record.ts';

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

/** Returns the record of an emit from its rows, with the current states of its messages. `copies`: null where nobody has read them. */
export function toEmitRecord(
  event: RecordedEvent,
  message: RecordedMessage | null,
  copies: readonly RecordedCopy[] | null,
): EmitRecord {
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
    ...(copies?.length === 0 ? {} : { copies }),
    ...recordedMetadata(event.metadata as Metadata | null),
    createdAt: event.createdAt.toISOString(),
  };
}
