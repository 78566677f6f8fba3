/**
 * Prisma's statements in the form that lets reads and writes go on (docs/rules.md#new-migrations): an index of a table
 * that is there is built concurrently, and a foreign key is validated apart.
 */
export function safeForm(script: string): string {
  const made = new Set([...script.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table));
  return script
    .replace(/^(CREATE (?:UNIQUE )?INDEX) ("\w+" ON "(\w+)")/gm, (whole, head: string, rest: string, table: string) =>
      made.has(table) ? whole : `${head} CONCURRENTLY ${rest}`,
    )
    .replace(
      /^(ALTER TABLE "(\w+)" ADD CONSTRAINT ("\w+") FOREIGN KEY [^;]+);$/gm,
      (whole, add: string, table: string, name: string) =>
        made.has(table) ? whole : `${add} NOT VALID;\nALTER TABLE "${table}" VALIDATE CONSTRAINT ${name};`,
    )
    .replace(/^(DROP INDEX) (")/gm, '$1 CONCURRENTLY $2');
}
