/**
 * How high a mail is when it is laid out in a width (docs/rules.md#height-of-a-shown-mail). The frame that shows it has an origin of its own, and tells nobody;
 * so the mail is laid out a second time, unseen, in a page of the console that runs no script (`measurePolicy` of
 * src/http/console/serve-console.ts).
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface MailHeight {
  /** Pixels; null until they are known. */
  readonly height: number | null;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly onLoad: () => void;
}

/** `width`: what the width of the frame follows from. */
export function useMailHeight(html: string, width: string): MailHeight {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  // Taken before the mail is there: names in it may stand for what a document has.
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const onLoad = useCallback(() => setRoot(frame.current?.contentDocument?.documentElement ?? null), []);
  useEffect(() => {
    if (root === null) return;
    root.innerHTML = html;
    const measure = () => setHeight(Math.ceil(root.scrollHeight));
    // Pictures come later, and the place may get another width.
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(root);
    return () => observer.disconnect();
  }, [root, html]);
  useEffect(() => {
    if (width !== '' && root !== null) setHeight(Math.ceil(root.scrollHeight));
  }, [root, width]);
  return { height, frame, onLoad };
}
