import { useEffect, useState } from 'react';

/** Milliseconds without a key, after which a typed text takes effect. */
export const typingPause = 150;

/** The text as it was at the last pause in typing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
