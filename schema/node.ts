import { builder } from './builder.ts';

/** The name of the type of each row that is returned as a node. */
const typeNames = new WeakMap<object, string>();

/** Notes the type of a row, which the row itself does not say. */
export function asNode<Row extends object>(row: Row, type: string): Row {
  typeNames.set(row, type);
  return row;
}

/** Objects with an id of their own. schema/node-field.ts finds them by it. */
export const Node = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'An object with an id, which is the same in REST, in webhooks and in the log.',
  resolveType: (row) => typeNames.get(row),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'A ULID of 26 letters and digits, unique over all types.' }),
  }),
});
