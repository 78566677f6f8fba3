/** The shape of a block around its attributes, as far as it is valid. */
import { z } from 'zod';
import { reportIssues } from '../check/report-issues.ts';
import type { Reader } from '../read/reader.ts';
import { blockTypeOf } from './blocks/index.ts';
import { blockSchema, MAX_BLOCKS } from './composition.ts';

export interface BlockShape {
  /** Null when it is invalid. */
  readonly id: string | null;
  readonly type: string;
  readonly attrs: Readonly<Record<string, unknown>> | null;
  readonly children: readonly unknown[];
  readonly columns: readonly unknown[];
}

/** Reports the faults of the shape, and returns the valid rest, so that the faults inside are reported too. */
export function readBlockShape(written: unknown, path: string, reader: Reader): BlockShape | null {
  const parsed = blockSchema.safeParse(written);
  if (parsed.success) {
    const { children = [], columns = [], ...rest } = parsed.data;
    return { ...rest, children, columns };
  }
  reader.skips();
  const { id, type, attrs, children, columns }: Readonly<Record<string, unknown>> = Object(written);
  reportIssues(parsed.error.issues, path, reader, blockSchema, attributesOf(type));
  if (typeof type !== 'string') return null;
  return {
    id: blockSchema.shape.id.safeParse(id).data ?? null,
    type,
    attrs: typeof attrs === 'object' && attrs !== null && !Array.isArray(attrs) ? { ...attrs } : null,
    children: Array.isArray(children) ? children.slice(0, MAX_BLOCKS) : [],
    columns: Array.isArray(columns) ? columns.slice(0, MAX_BLOCKS) : [],
  };
}

/** Attributes are often written beside `attrs` instead of in it. */
function attributesOf(type: unknown): readonly string[] {
  const attrs = typeof type === 'string' ? blockTypeOf(type)?.attrs : undefined;
  return attrs instanceof z.ZodObject ? Object.keys(attrs.shape) : [];
}
