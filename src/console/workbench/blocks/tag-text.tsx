/** A text with merge tags, of one line or more, and the menu that inserts a tag where the caret is. */
import { type ReactNode, use, useId, useRef } from 'react';
import { directionOf, TextLanguage } from '../text-direction.ts';
import type { MergeTag } from './format.ts';
import { TagMenu } from './tag-menu.tsx';

/** Lines that a text field shows at least and at most; longer texts scroll. */
const linesMin = 2;
const linesMax = 12;
/** Characters on a line, on average. */
const lineLength = 52;

interface TagTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly error?: string | null;
  readonly isLong?: boolean;
  readonly isCode?: boolean;
  readonly lang?: string;
  readonly tags: readonly MergeTag[];
  readonly onChange: (value: string) => void;
}

export function TagText(props: TagTextProps): ReactNode {
  const { label, hint, value, error = null, isLong = false, isCode = false, tags, onChange } = props;
  const own = use(TextLanguage);
  const lang = props.lang ?? own;
  const id = useId();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const described = error || hint ? `${id}-hint` : undefined;
  const insert = (tag: string) => {
    const { selectionStart, selectionEnd } = control.current ?? {};
    const start = selectionStart ?? value.length;
    caret.current = start + tag.length;
    onChange(`${value.slice(0, start)}${tag}${value.slice(selectionEnd ?? start)}`);
  };
  const closed = () => {
    if (caret.current === null) return false;
    control.current?.focus();
    control.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
    return true;
  };
  const shared = {
    id,
    ref: control,
    value,
    lang: lang ?? undefined,
    dir: directionOf(value, lang),
    autoComplete: 'off',
    'aria-describedby': described,
    'aria-invalid': error ? true : undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  } as const;
  const lines = value.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / lineLength), 0);
  return (
    <div className="field tag-text" data-wrong={error ? true : undefined}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        <TagMenu tags={tags} of={label} onPick={insert} onClosed={closed} />
      </div>
      {isLong ? (
        <textarea
          {...shared}
          className={isCode ? 'code' : undefined}
          spellCheck={!isCode}
          rows={Math.min(linesMax, Math.max(linesMin, lines))}
        />
      ) : (
        <input type="text" {...shared} />
      )}
      {described && (
        <p className="hint" id={described} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
