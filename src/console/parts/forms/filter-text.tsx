/** A text filter of a list. It takes effect while typing, after a short pause. */
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { typingPause } from '../use-settled.ts';

interface FilterTextProps {
  readonly label: string;
  readonly placeholder: string;
  /** What a word of the placeholder means. */
  readonly meaning?: string;
  readonly value: string | undefined;
  readonly onSettle: (text: string | undefined) => void;
}

export function FilterText({ label, placeholder, meaning, value = '', onSettle }: FilterTextProps): ReactNode {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  // The address bar may change under the control.
  if (told !== value) {
    setTold(value);
    setText(value);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause.
  useEffect(() => {
    const settled = text.trim();
    if (settled === value) return;
    const timer = setTimeout(() => onSettle(settled || undefined), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="filter filter-text" title={meaning} data-set={value ? true : undefined}>
      <Search size={14} aria-hidden />
      <span className="unseen">{label}</span>
      <input type="search" placeholder={placeholder} value={text} onChange={({ target }) => setText(target.value)} />
    </label>
  );
}
