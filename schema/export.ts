/** Exports: contacts and suppressions of a workspace as a file (docs/rules.md#exports). */
import { createExport, type OpenableExport } from '../src/exports/create-export.ts';
import type { ExportFormat } from '../src/exports/export-order.ts';
import { builder, tenant } from './builder.ts';
import { ScopeEnum } from './suppression.ts';

const FormatEnum = builder.enumType('ExportFormat', {
  description: 'Forms of a file that an import takes as it is.',
  values: {
    csv: {
      description:
        'A header, and a row for each object (RFC 4180). Texts that look like formulas begin with an apostrophe.',
    },
    ndjson: { description: 'A JSON object on each line.' },
  } as const satisfies Record<ExportFormat, object>,
});

const Export = builder.objectRef<OpenableExport>('Export').implement({
  description: 'A file that is made while it is read, of what is there when its reading begins.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'Address of the file. Whoever has it can read the file without a key until `expiresAt`, as long as the key that asked for it is in force.',
    }),
    format: t.expose('format', { type: FormatEnum, description: 'Form of the file.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time until which the address works.' }),
  }),
});

const ExportPayload = builder.objectRef<OpenableExport>('ExportPayload').implement({
  description: 'An export that can be read.',
  fields: (t) => ({
    export: t.field({ type: Export, description: 'Where the file is, and for how long.', resolve: (made) => made }),
  }),
});

const workspaceArg = { required: true, description: "The workspace's id, or ref:<reference>." } as const;
const formatArg = { type: FormatEnum, description: 'Form of the file. Default: csv.' } as const;

builder.mutationFields((t) => ({
  contactExportCreate: t.field({
    type: ExportPayload,
    description:
      'Makes the address of a file with all contacts of a workspace, their tags and attributes, the oldest first. contactImportCreate takes it as it is. Changes nothing.',
    args: { workspace: t.arg.id(workspaceArg), format: t.arg(formatArg) },
    resolve: (_root, { workspace, format }, viewer) =>
      createExport(tenant(viewer), workspace, { kind: 'contacts', format: format ?? 'csv' }),
  }),
  suppressionExportCreate: t.field({
    type: ExportPayload,
    description:
      'Makes the address of a file with the suppressions of a workspace, the oldest first, without those of erased persons, which have no address. suppressionImportCreate takes it as it is. Changes nothing.',
    args: {
      workspace: t.arg.id(workspaceArg),
      reach: t.arg({
        type: ScopeEnum,
        description:
          'Which suppressions: those of this workspace, or those of the whole platform that its list shows. Default: workspace.',
      }),
      format: t.arg(formatArg),
    },
    resolve: (_root, { workspace, reach, format }, viewer) =>
      createExport(tenant(viewer), workspace, {
        kind: 'suppressions',
        format: format ?? 'csv',
        platformWide: reach === 'platform',
      }),
  }),
}));
