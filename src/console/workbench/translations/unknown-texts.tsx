/** Translations of texts that the template no longer has. A save with them is rejected. */
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { words } from '../../words.ts';

const text = words.translations;

interface UnknownTextsProps {
  readonly known: ReadonlySet<string>;
  readonly written: Readonly<Record<string, unknown>>;
  readonly onChange: (texts: Readonly<Record<string, unknown>>) => void;
}

export function UnknownTexts({ known, written, onChange }: UnknownTextsProps): ReactNode {
  const unknown = Object.keys(written).filter((fieldId) => !known.has(fieldId));
  if (unknown.length === 0) return null;
  const remove = () => onChange(Object.fromEntries(Object.entries(written).filter(([fieldId]) => known.has(fieldId))));
  return (
    <div className="note" data-tone="warn">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>
          {text.unknown(unknown.length)} <code>{unknown.join(', ')}</code>
        </p>
        <Button onClick={remove}>{text.removeUnknown}</Button>
      </div>
    </div>
  );
}
