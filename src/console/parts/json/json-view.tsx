/** JSON to read. */
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { CodeView } from './code-view.tsx';

export function JsonView({ value, what }: { readonly value: unknown; readonly what: string }): ReactNode {
  return <CodeView text={JSON.stringify(value, null, 2)} label={`${what}, ${words.common.json}`} what={what} />;
}
