/** Imports: files of contacts and suppressions that are written row by row (docs/rules.md#imports). */
import {
  ImportFailure,
  type ImportFault as ImportFaultRow,
  ImportKind,
  ImportState,
} from '../prisma/generated/client.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { appendToImport } from '../src/imports/append-to-import.ts';
import { cancelImport } from '../src/imports/cancel-import.ts';
import { createImport, type ImportPlace } from '../src/imports/create-import.ts';
import { findImport } from '../src/imports/find-import.ts';
import { countImportFaults, listImportFaults } from '../src/imports/list-import-faults.ts';
import { countImports, listImports } from '../src/imports/list-imports.ts';
import { readContent } from '../src/imports/read-content.ts';
import { startImport } from '../src/imports/start-import.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { Node } from './node.ts';
import { ScopeEnum } from './suppression.ts';
import { fromArg, untilArg } from './time-range.ts';

const KindEnum = builder.enumType(ImportKind, {
  name: 'ImportKind',
  description: 'Objects that the rows of a file become.',
  values: {
    contacts: { description: 'Contacts, as contactBatchUpsert writes them.' },
    suppressions: { description: 'Suppressions, as addressSuppress makes them.' },
  },
});
const StateEnum = builder.enumType(ImportState, {
  name: 'ImportState',
  description: 'Stages of a file on its way into a workspace.',
  values: {
    uploading: { description: 'Bytes of its file still come.' },
    running: { description: 'Rows of the file are being written.' },
    finished: { description: 'Every row was written or rejected.' },
    failed: { description: 'Ended before the last row; `failure` says why.' },
    cancelled: { description: 'Ended by importCancel, or because the file did not come to its end within an hour.' },
  },
});
const FailureEnum = builder.enumType(ImportFailure, {
  name: 'ImportFailure',
  description: 'Why an import ended before the end of its file.',
  values: {
    row_too_long: { description: 'The row that begins on `line` has no end within 256 KiB.' },
    workspace_deleted: { description: 'The customer went, with rows of the file left.' },
    internal_error: { description: 'Something went wrong on our side again and again.' },
  },
});

const Import = builder.prismaObject('Import', {
  description:
    'A file of contacts or suppressions that is written row by row, each once, whatever happens meanwhile. Kept for 30 days after its end.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    kind: t.expose('kind', { type: KindEnum, description: 'Objects that the rows of the file become.' }),
    state: t.expose('state', { type: StateEnum, description: 'Stage between the first byte and the last row.' }),
    bytes: t.exposeInt('bytes', { description: 'Bytes of the file that have come.' }),
    bytesDone: t.exposeInt('position', { description: 'Bytes of the rows that were written or rejected.' }),
    line: t.exposeInt('line', { description: 'Line of the file on which the next row begins, counted from 1.' }),
    rows: t.int({
      description: 'Rows that were written or rejected.',
      select: { created: true, updated: true, refused: true },
      resolve: ({ created, updated, refused }) => created + updated + refused,
    }),
    created: t.exposeInt('created', { description: 'Rows that made a contact or a suppression.' }),
    updated: t.exposeInt('updated', { description: 'Rows about one that was there.' }),
    refused: t.exposeInt('refused', {
      description: 'Rows that were rejected. importFaults has the first 1,000 of them with line and reason.',
    }),
    failure: t.expose('failure', {
      type: FailureEnum,
      nullable: true,
      description: 'Why it ended before the end of its file; null otherwise.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time at which it was begun.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which its file was complete; null before.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of its end; null while it is uploading or running.',
    }),
  }),
});

const ImportFault = builder.objectRef<ImportFaultRow>('ImportFault').implement({
  description: 'A rejected row of an import. Nothing that stood in the row is kept.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line of the file on which the row begins, from 1.' }),
    code: t.exposeString('code', { description: 'Error code, such as validation_failed or email_taken.' }),
    errors: t.expose('fields', {
      type: 'JSONObject',
      description:
        'Messages by field, also for email_taken (`email`) and consent_older_than_opt_out (`marketing.at`, or `topics.<key>.at` of a CSV file); `row` for the line as a whole.',
    }),
  }),
});

const workspaceArg = { required: true, description: "The workspace's id, or ref:<reference>." } as const;
const idArg = {
  required: true,
  description: 'Value that contactImportCreate or suppressionImportCreate returned.',
} as const;

builder.queryFields((t) => ({
  import: t.prismaField({
    type: Import,
    description: 'Reads an import, how far it is and what became of its rows.',
    args: { workspace: t.arg.id(workspaceArg), id: t.arg.id(idArg) },
    resolve: (query, _root, { workspace, id }, viewer) => findImport(tenant(viewer), workspace, id, query),
  }),
  imports: t.connection(
    {
      type: Import,
      description: 'Lists the imports of a workspace that have not ended or ended in the last 30 days, newest first.',
      args: {
        workspace: t.arg.id(workspaceArg),
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { workspace, from, until, ...args }, viewer, info) => {
        const times = { from, until };
        const ctx = tenant(viewer);
        const read = (window: PageWindow, query: RowQuery) => listImports(ctx, workspace, times, window, query);
        const count = (limit: number) => countImports(ctx, workspace, times, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    { name: 'ImportConnection' },
    { name: 'ImportEdge' },
  ),
  importFaults: t.connection(
    {
      type: ImportFault,
      description: 'Lists the rejected rows of an import in the order of its file: the first 1,000.',
      args: { workspace: t.arg.id(workspaceArg), id: t.arg.id(idArg) },
      resolve: async (_root, { workspace, id, ...args }, viewer) => {
        const key = await findImport(tenant(viewer), workspace, id);
        const read = (window: PageWindow) => listImportFaults(tenant(viewer), key, window);
        const count = (limit: number) => countImportFaults(tenant(viewer), key, limit);
        return keysetConnection(args, { query: {}, read, count }, byLine);
      },
    },
    { name: 'ImportFaultConnection' },
    { name: 'ImportFaultEdge' },
  ),
}));

const byLine = { keyOf: ({ line }: ImportFaultRow) => String(line), pattern: /^[0-9]{1,9}$/ };

const ImportPayload = builder.objectRef<ImportPlace>('ImportPayload').implement({
  description: 'An import as it is after the change.',
  fields: (t) => ({
    import: t.prismaField({
      type: Import,
      description: 'State, bytes and counts once the change was made.',
      resolve: (query, { workspaceId, id }, _args, viewer) => findImport(tenant(viewer), workspaceId, id, query),
    }),
  }),
});

const skipArg = {
  defaultValue: false,
  description: 'Whether columns that name no field are passed over. Otherwise importStart rejects them.',
} as const;

builder.mutationFields((t) => ({
  contactImportCreate: t.field({
    type: ImportPayload,
    description:
      'Begins an import of contacts from a CSV or NDJSON file. importAppend brings its bytes, importStart ends the file and begins the work. A platform has at most five imports that have not ended. Errors: import_ceiling_reached.',
    args: { workspace: t.arg.id(workspaceArg), skipUnknownColumns: t.arg.boolean(skipArg) },
    resolve: (_root, { workspace, skipUnknownColumns }, viewer) =>
      createImport(tenant(viewer), workspace, { kind: 'contacts', skipUnknownColumns: skipUnknownColumns ?? false }),
  }),
  suppressionImportCreate: t.field({
    type: ImportPayload,
    description:
      'Begins an import of suppressions from a CSV or NDJSON file, or from a file of Mailchimp, Postmark, SES or SendGrid as it comes. importAppend brings its bytes, importStart ends the file and begins the work. Errors: import_ceiling_reached, and forbidden for the whole platform and a key of one workspace.',
    args: {
      workspace: t.arg.id(workspaceArg),
      reach: t.arg({
        type: ScopeEnum,
        description:
          'Workspaces in which the addresses are blocked: this one, or all of the platform. Default: workspace.',
      }),
      skipUnknownColumns: t.arg.boolean(skipArg),
    },
    resolve: (_root, { workspace, reach, skipUnknownColumns }, viewer) =>
      createImport(tenant(viewer), workspace, {
        kind: 'suppressions',
        skipUnknownColumns: skipUnknownColumns ?? false,
        platformWide: reach === 'platform',
      }),
  }),
  importAppend: t.field({
    type: ImportPayload,
    description:
      'Adds the next bytes to the file of an import, at most 1 MiB, with the API key that began it. Bytes that came before are accepted again and change nothing. Errors: payload_too_large beyond 512 MiB, import_ended, forbidden for another key.',
    args: {
      workspace: t.arg.id(workspaceArg),
      id: t.arg.id(idArg),
      position: t.arg.int({ required: true, description: 'Bytes before these: `bytes` of the import.' }),
      content: t.arg.string({ required: true, description: 'The bytes in base64.' }),
    },
    resolve: (_root, { workspace, id, position, content }, viewer) =>
      appendToImport(tenant(viewer), workspace, { id, position, data: readContent(content) }),
  }),
  importStart: t.field({
    type: ImportPayload,
    description:
      'Ends the file of an import, checks its header and begins to write its rows, with the API key that began it. Faults of the header are under `columns` and the number of the column. Errors: import_ended, forbidden for another key.',
    args: { workspace: t.arg.id(workspaceArg), id: t.arg.id(idArg) },
    resolve: (_root, { workspace, id }, viewer) => startImport(tenant(viewer), workspace, id),
  }),
  importCancel: t.field({
    type: ImportPayload,
    description:
      'Ends an import where it is. Rows that were written stay. One that was cancelled before is returned as it is. Errors: import_ended.',
    args: { workspace: t.arg.id(workspaceArg), id: t.arg.id(idArg) },
    resolve: (_root, { workspace, id }, viewer) => cancelImport(tenant(viewer), workspace, id),
  }),
}));
