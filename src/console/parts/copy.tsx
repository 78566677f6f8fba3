/** A text that is copied by a click. */
import { Check, Copy as CopyIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { words } from '../words.ts';

/** Milliseconds for which the button says that it copied. */
const saidFor = 1_500;

interface CopyProps {
  readonly text: string;
  /** What the text is, for the name of the button. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyProps): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), saidFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : CopyIcon;
  return (
    <button
      type="button"
      className="copy"
      aria-label={copied ? words.common.copied : `${words.common.copy} ${what}`}
      title={words.common.copy}
      data-copied={copied || undefined}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}

/** A short text in code type with its button. */
export function CopyText({ text, what }: CopyProps): ReactNode {
  return (
    <span className="copy-text">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
