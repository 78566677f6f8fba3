import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By which editors know a file with a mail (docs/rules.md#schema-of-mail-files). */
const schemaFile = fileURLToPath(new URL('../../emails/mail.schema.json', import.meta.url));

/** A new file of this project names its schema; another project has none at this place. */
export function schemaFor(file: string): string | null {
  const project = dirname(dirname(schemaFile));
  const isInside = resolve(file).startsWith(project + sep);
  return isInside ? relative(dirname(resolve(file)), schemaFile).replaceAll(sep, '/') : null;
}
