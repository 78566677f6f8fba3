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
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { absentPictures } from './absent-pictures.ts';
import { useMailHeight } from './use-mail-height.ts';

/** Pixels that the mail is laid out in at least; a narrower place shows it smaller, never as another layout. */
const leastWidths = { wide: 600, phone: 375 } as const;

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly scheme?: 'light' | 'dark';
  readonly width: keyof typeof leastWidths;
}

/** Pixels of a mail, at most; beyond them it scrolls. */
const tallMost = 20_000;

/**
 * Pixels of a mail that are shown before somebody asks for all of it. Beside what happened it has the room that it needs,
 * above it no more than leaves that in sight (`.message-parts` of src/console/styles/pages.css).
 */
function shownAtOnce(): number {
  return innerWidth > 1_000 ? 960 : Math.max(300, innerHeight - 470);
}

/** In a place of a fixed height, within which a higher mail scrolls. */
export function MailFrame(props: MailFrameProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const scale = useScale(place, leastWidths[props.width]);
  return (
    <div ref={place} className="mail-place" data-width={props.width} style={{ '--scale': scale } as CSSProperties}>
      <Shown {...props} />
    </div>
  );
}

/** As high as the mail itself, up to a bound, beyond which a button shows all of it. */
export function WholeMailFrame(props: MailFrameProps): ReactNode {
  const { width } = props;
  const place = useRef<HTMLDivElement>(null);
  const scale = useScale(place, leastWidths[width]);
  const { height, frame, onLoad } = useMailHeight(props.html + absentPictures, `${width} ${scale}`);
  const [isWhole, setWhole] = useState(false);
  const drawn = height === null ? null : height * scale;
  const most = isWhole ? tallMost : shownAtOnce();
  const isCut = drawn !== null && drawn > most && !isWhole;
  const sizes = { '--scale': scale, ...(drawn === null ? {} : { '--tall': `${Math.min(drawn, most)}px` }) };
  return (
    <>
      <div
        ref={place}
        className="mail-place"
        data-width={width}
        data-cut={isCut || undefined}
        style={sizes as CSSProperties}
      >
        <Shown {...props} />
        <iframe
          ref={frame}
          className="mail-measure"
          title={words.message.measured}
          aria-hidden
          tabIndex={-1}
          scrolling="no"
          sandbox="allow-same-origin"
          src="/console/measure.html"
          onLoad={onLoad}
        />
      </div>
      {isCut && (
        <div className="mail-rest">
          <Button onClick={() => setWhole(true)}>{words.message.wholeMail}</Button>
        </div>
      )}
    </>
  );
}

function Shown({ html, title, scheme = 'light' }: MailFrameProps): ReactNode {
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
    if (ready) frame.current?.contentWindow?.postMessage({ html: html + absentPictures, title, scheme }, '*');
  }, [ready, html, title, scheme]);
  return <iframe ref={frame} className="mail-frame" title={title} sandbox="allow-scripts" src="/console/frame.html" />;
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
