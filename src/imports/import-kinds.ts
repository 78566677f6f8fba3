import type { ImportKind } from '../../prisma/generated/client.ts';
import { readContactColumns } from './contacts/contact-columns.ts';
import { openContactRows } from './contacts/contact-rows.ts';
import type { ImportKindVerbs } from './import-kind.ts';
import { readSuppressionColumns, suppressionLists } from './suppressions/suppression-columns.ts';
import { openSuppressionRows } from './suppressions/suppression-rows.ts';

export const importKinds: Readonly<Record<ImportKind, ImportKindVerbs>> = {
  contacts: { readColumns: readContactColumns, open: openContactRows, lists: [] },
  suppressions: { readColumns: readSuppressionColumns, open: openSuppressionRows, lists: suppressionLists },
};
