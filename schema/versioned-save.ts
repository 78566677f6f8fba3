import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';

type InputFields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** How a save treats conflicts, of a template and of a layout alike (docs/rules.md#template-versions). */
export const versionedSave = (t: InputFields) => ({
  baseVersion: t.int({
    description:
      'Number of the version that was edited; version_conflict when a newer version exists. Left out: no check.',
  }),
  acceptOutdated: t.boolean({
    description: 'Whether to save outdated translations, whose `source` differs from the present text. Default: false.',
  }),
});
