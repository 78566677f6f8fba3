/**
 * Loads TypeScript as Node does, without Vite between, which sends each module to each process once more. Node itself
 * strips types where they stand, so that lines and columns stay; JSX and parameter properties, which it does not know,
 * are compiled here, with a source map. Preloaded by the processes of tests, and loaded by the one that starts them.
 */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const root = new URL('../../', import.meta.url).href;
const parameterProperty = /\bconstructor\s*\([^)]*\b(?:readonly|private|public|protected)\b/;

process.setSourceMapsEnabled(true);

registerHooks({
  load(url, context, nextLoad) {
    const [address = ''] = url.split(/[?#]/, 1);
    const isJsx = address.endsWith('.tsx');
    if (!address.startsWith(root) || address.includes('/node_modules/')) return nextLoad(url, context);
    // The console's bundler asks for no attributes.
    if (address.endsWith('.json')) return nextLoad(url, { ...context, importAttributes: { type: 'json' } });
    if (!isJsx && !address.endsWith('.ts')) return nextLoad(url, context);
    const loaded = nextLoad(url, isJsx ? { ...context, format: 'module-typescript' } : context);
    const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    if (!isJsx && !parameterProperty.test(text)) return loaded;
    return { format: 'module', source: compile(fileURLToPath(address), text), shortCircuit: true };
  },
});

function compile(path: string, text: string): string {
  const { code, map, errors } = transformSync(path, text, { sourcemap: true });
  const [error] = errors;
  if (error) throw error;
  const written = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${written}\n`;
}
