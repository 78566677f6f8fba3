/** Tables and columns that a version reads, by its schema.prisma. */

/** Columns by table, under their names in the database. */
export type SchemaColumns = ReadonlyMap<string, ReadonlySet<string>>;

export function schemaColumns(schema: string): SchemaColumns {
  const models = schema
    .split(/^model /m)
    .slice(1)
    .map(modelOf);
  const names = new Set(models.map(({ name }) => name));
  return new Map(
    models.map(({ table, fields }) => [
      table,
      new Set(fields.filter(({ type }) => !names.has(type)).map(({ column }) => column)),
    ]),
  );
}

function modelOf(block: string) {
  const [head = '', ...lines] = block.slice(0, Math.max(0, block.indexOf('\n}'))).split('\n');
  const name = head.trim().split(' ')[0] ?? '';
  const table = /^ *@@map\("([^"]+)"\)/m.exec(block.slice(0, block.indexOf('\n}')))?.[1] ?? name;
  const fields = lines.flatMap((line) => {
    const [, field, type] = /^ +(\w+) +(\w+)/.exec(line) ?? [];
    if (field === undefined || type === undefined) return [];
    return [{ type, column: /@map\("([^"]+)"\)/.exec(line)?.[1] ?? field }];
  });
  return { name, table, fields };
}
