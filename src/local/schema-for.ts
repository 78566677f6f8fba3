import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By which editors know a file (docs/rules.md#schema-of-mail-files). */
const schemaFiles = {
  mail: fileURLToPath(new URL('../../emails/mail.schema.json', import.meta.url)),
  layout: fileURLToPath(new URL('../../emails/layout.schema.json', import.meta.url)),
} as const;

/** A new file of this project names its schema; another project has none at this place. */
export function schemaFor(file: string, kind: keyof typeof schemaFiles): string | null {
  const schemaFile = schemaFiles[kind];
  const project = dirname(dirname(schemaFile));
  const isInside = resolve(file).startsWith(project + sep);
  return isInside ? relative(dirname(resolve(file)), schemaFile).replaceAll(sep, '/') : null;
}
