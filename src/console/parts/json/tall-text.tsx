/** A text in a box of bounded height, that says so where there is more of it, and shows all of it when asked. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';

interface TallTextProps {
  readonly text: string;
  /** Names the box. */
  readonly label: string;
  readonly className?: string;
}

export function TallText({ text, label, className = '' }: TallTextProps): ReactNode {
  const box = useRef<HTMLPreElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || isWhole) return setCut(false);
    const measure = () => setCut(current.scrollHeight > current.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the text keeps its lines. */}
      <pre
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard.
        tabIndex={0}
        aria-label={label}
        role="region"
        className={className}
        data-whole={isWhole || undefined}
        data-cut={isCut || undefined}
      >
        {text}
      </pre>
      {isCut && (
        <div className="text-rest">
          <Button onClick={() => setWhole(true)}>{words.common.showAll}</Button>
        </div>
      )}
    </>
  );
}
