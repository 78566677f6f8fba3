/**
 * A mail as its reader sees it, in a frame without script, forms, navigation or network (public/frame.html). The frame
 * has an origin of its own: it reaches nothing of the console.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly scheme?: 'light' | 'dark';
}

export function MailFrame({ html, title, scheme = 'light' }: MailFrameProps): ReactNode {
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
  return <iframe ref={frame} className="mail-frame" title={title} sandbox="allow-scripts" src="/console/frame.html" />;
}
