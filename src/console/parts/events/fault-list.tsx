import type { ReactNode } from 'react';
import type { FieldErrors } from '../../api/fault.ts';

/** Errors by the path at which they are. */
export function FaultList({ errors }: { readonly errors: FieldErrors }): ReactNode {
  const found = Object.entries(errors);
  if (found.length === 0) return null;
  return (
    <ul className="faults" role="alert">
      {found.map(([path, messages]) => (
        <li key={path}>
          {path !== '' && <code>{path}</code>} {messages.join(' ')}
        </li>
      ))}
    </ul>
  );
}
