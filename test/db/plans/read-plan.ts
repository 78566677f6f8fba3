/** What one run of a statement read, by the plan that PostgreSQL reports of it. */

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

export interface PlanRead {
  /** Rows, and entries of bitmaps, by table; those that a filter removed included. */
  readonly rows: ReadonlyMap<string, number>;
  /** Tables that the plan reads from the beginning, however soon it stops. */
  readonly scanned: ReadonlySet<string>;
}

/** A plan that was not run has no rows, and all of its nodes count as run. */
export function readPlan(plan: Plan): PlanRead {
  const rows = new Map<string, number>();
  const scanned = new Set<string>();
  const visit = (node: Plan, above: string | undefined) => {
    const table = node['Relation Name'] ?? above;
    const loops = node['Actual Loops'] ?? 1;
    const isScan = node['Node Type'].endsWith('Scan') && (node['Relation Name'] ?? above) !== undefined;
    if (isScan && table !== undefined && loops > 0) {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      rows.set(table, (rows.get(table) ?? 0) + ((node['Actual Rows'] ?? 0) + removed) * loops);
      if (node['Node Type'] === 'Seq Scan') scanned.add(table);
    }
    // Only the bitmap below a scan is of the scan's table.
    const below =
      node['Node Type'] === 'Bitmap Heap Scan' || node['Node Type'].startsWith('Bitmap') ? table : undefined;
    for (const part of node.Plans ?? []) visit(part, part['Node Type'].startsWith('Bitmap') ? below : undefined);
  };
  visit(plan, undefined);
  return { rows, scanned };
}
