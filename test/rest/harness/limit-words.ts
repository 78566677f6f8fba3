/** Times, enums and refusals that rest/openapi.yaml has in words, with their source in the code. */
import { readdirSync, readFileSync } from 'node:fs';
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { restSchema } from '../../../schema/index.ts';
import { errorCodes } from '../../../src/ground/errors/error-codes.ts';
import { requestFaults } from '../../../src/ground/errors/error-status.ts';
import { webhookTypes } from '../../../src/webhooks/webhook-types.ts';
import { constant, enumOf } from './limit-source.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

type Time = readonly [file: string, name: string, unit: number, text: string, place: string];

/** How long things last: the constant, milliseconds of the unit in the text, the text, and where it stands. */
const times: readonly Time[] = [
  ['src/retention/lifetimes.ts', 'keyLifetime', day, 'kept for {} days', 'emitEvent'],
  ['src/retention/lifetimes.ts', 'eventLifetime', day, 'kept for {} days', 'getEvent'],
  ['src/retention/lifetimes.ts', 'eventLifetime', day, 'in the last {} days', 'listSuppressions'],
  ['src/retention/lifetimes.ts', 'webhookLifetime', day, 'of the last {} days', 'listWebhooks'],
  ['src/retention/lifetimes.ts', 'deletedWorkspaceLifetime', day, 'removed {} days later', 'deleteWorkspace'],
  ['src/messages/states/message-lifetime.ts', 'messageLifetime', hour / second, 'after {} hours', 'suspendWorkspace'],
  ['src/sending-domain/sendable.ts', 'settlingTime', second, 'lasts {} seconds', 'Workspace.sending.state'],
  ['src/sending-domain/next-status.ts', 'gracePeriod', hour, 'for {} hours', 'saveSendingDomain'],
  ['src/sending-domain/next-status.ts', 'gracePeriod', hour, 'gone for {} hours', 'SendingDomain.status'],
];

export const timeRows = times.map(([file, name, unit, text, place]) => ({
  name: `${file} ${name}`,
  text: text.replace('{}', String(Number(constant(file, name)) / unit)),
  place,
}));

/** Enums whose values a description lists, since new values may come. */
export const enumRows: readonly (readonly [name: string, values: readonly string[], place: string])[] = [
  ['MessageState', enumOf('MessageState'), 'EmitMessage.state'],
  ['MessageState', enumOf('MessageState'), 'Message.state'],
  ['MessageFailureReason', enumOf('MessageFailureReason'), 'Message.reason'],
  ['MessageWithheldReason', enumOf('MessageWithheldReason'), 'Message.withheld'],
  ['MailProvider', enumOf('MailProvider'), 'FigureReport.groups.provider'],
  ['ExplanationCause', enumOf('ExplanationCause'), 'Explanation.verdict'],
  ['ExplanationRule', enumOf('ExplanationRule'), 'Explanation.rules.rule'],
  ['HealthReason', enumOf('HealthReason'), 'Workspace.health.reason'],
  ['WebhookType', webhookTypes, 'WebhookTypeNames'],
];

/** Enums of the schema that keywords of the document have from another list of the same values. */
export const enumsElsewhere: readonly string[] = [
  'WebhookError',
  'DnsRecordType',
  'EventFieldType',
  'EventFieldScalarType',
  // The attributes of blocks, which test/rest/harness/block-attributes.ts compares.
  'CompositionAlign',
  'CompositionLook',
  'CompositionShape',
  'CompositionSize',
  'CompositionVariant',
  'CompositionWeight',
  'CompositionVerticalAlign',
  'CompositionIs',
  'CompositionWords',
  'CompositionDirection',
];

/** The enums that a caller of REST meets: those of all fields and inputs of the documents in rest/operations. */
export function enumsOfRest(): ReadonlySet<string> {
  const folder = new URL('../../../rest/operations/', import.meta.url);
  const text = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  const schema = restSchema();
  const types = new TypeInfo(schema);
  const met = new Set<string>();
  const noteInput = (type: GraphQLInputType | null | undefined, seen: readonly string[] = []) => {
    const named = type && getNamedType(type);
    if (isEnumType(named)) met.add(named.name);
    if (!isInputObjectType(named) || seen.includes(named.name)) return;
    for (const field of Object.values(named.getFields())) noteInput(field.type, [...seen, named.name]);
  };
  visit(
    parse(text),
    visitWithTypeInfo(types, {
      Field() {
        const type = types.getType();
        const named = type && getNamedType(type);
        if (isEnumType(named)) met.add(named.name);
      },
      VariableDefinition() {
        noteInput(types.getInputType());
      },
    }),
  );
  return met;
}

/** Codes of GraphQL alone: no operation of REST has them. */
export const codesOfGraphql: readonly string[] = [
  'query_too_costly',
  'PERSISTED_QUERY_NOT_FOUND',
  'draft_ceiling_reached',
];
export const codes = Object.keys(errorCodes);

/** Faults of a request that only GraphQL finds. */
const faultsOfGraphql: readonly string[] = ['notExecutable', 'notJson'];

/** `400 \`validation_failed\``: statuses that no operation lists, since they are not those of their code. */
export const faultsBeforeRest = Object.entries(requestFaults)
  .filter(([name]) => !faultsOfGraphql.includes(name))
  .map(([, { status, code }]) => `${status} \`${code}\``);
