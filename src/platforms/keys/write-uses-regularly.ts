import type { App } from '../../context.ts';
import { useWrittenEvery } from './key-uses.ts';

/** Writes the last uses of keys every minute. Returns the function that ends this, after a last write. */
export function writeUsesRegularly({ parts: { keyUses }, log }: App): () => Promise<void> {
  const write = () =>
    keyUses.write().catch((error: unknown) => log.warn({ err: error }, 'writing the last uses of keys failed'));
  const timer = setInterval(() => void write(), useWrittenEvery).unref();
  return () => {
    clearInterval(timer);
    return write();
  };
}
