import { openContactSource } from './contacts/contact-source.ts';
import type { ExportKind } from './export-order.ts';
import type { OpenSource } from './export-source.ts';
import { openSuppressionSource } from './suppressions/suppression-source.ts';

export const exportSources: Readonly<Record<ExportKind, OpenSource>> = {
  contacts: openContactSource,
  suppressions: openSuppressionSource,
};
