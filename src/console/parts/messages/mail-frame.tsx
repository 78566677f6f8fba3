/**
 * A mail as its reader sees it, in a frame without script, forms or navigation (public/frame.html, under `framePolicy`
 * of src/http/console/serve-console.ts); of the network it reaches the pictures that the service keeps. The frame has an
 * origin of its own: it reaches nothing of the console.
 */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Pixels that the mail is laid out in at least; a narrower place shows it smaller, never as another layout. */
const leastWidths = { wide: 600, phone: 375 } as const;

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly scheme?: 'light' | 'dark';
  readonly width: keyof typeof leastWidths;
}

export function MailFrame({ html, title, scheme = 'light', width }: MailFrameProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const scale = useScale(place, leastWidths[width]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') setReady(true);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    // A sandboxed frame has no origin that could be named; it gets nothing but the mail.
    if (ready) frame.current?.contentWindow?.postMessage({ html, title, scheme }, '*');
  }, [ready, html, title, scheme]);
  return (
    <div ref={place} className="mail-place" data-width={width} style={{ '--scale': scale } as CSSProperties}>
      <iframe ref={frame} className="mail-frame" title={title} sandbox="allow-scripts" src="/console/frame.html" />
    </div>
  );
}

/** How much smaller than `least` pixels the place is; 1 where it is as wide or wider. */
function useScale(place: RefObject<HTMLElement | null>, least: number): number {
  const [width, setWidth] = useState(least);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    const measure = () => setWidth(current.parentElement?.clientWidth || least);
    measure();
    const observer = new ResizeObserver(measure);
    if (current.parentElement) observer.observe(current.parentElement);
    return () => observer.disconnect();
  }, [place, least]);
  return Math.min(1, width / least);
}
