/** What Gmail, Outlook and Apple Mail do not support of a mail, by the tables of caniemail.com. Loaded lazily. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Card } from '../../parts/page.tsx';
import { words } from '../../words.ts';
import table from './lacking.json';
import { usedFeatures } from './used-features.ts';

const text = words.clientSupport;

interface Lack {
  readonly slug: string;
  readonly title: string;
  /** Programs such as `outlook.windows`. */
  readonly clients: readonly string[];
}

const lacks: readonly Lack[] = table;

/**
 * Features of the service's own layout. Where a program lacks one, the mail has square corners, light colours, or columns
 * side by side, and reads as well.
 */
const harmless = new Set([
  'css-at-media',
  'css-at-media-prefers-color-scheme',
  'css-border-radius',
  'css-box-sizing',
  'css-color-scheme',
  'css-display-none',
  'css-max-height',
  'css-min-width',
  'css-outline',
  'css-overflow',
  'css-text-decoration-line',
  'css-word-break',
  'html-body',
  'html-meta-color-scheme',
  'html-role',
  'html-style',
  'html-target',
]);

export default function ClientSupport({ html }: { readonly html: string }): ReactNode {
  const used = useMemo(() => usedFeatures(html), [html]);
  const found = lacks.filter(({ slug }) => used.has(slug));
  const serious = found.filter(({ slug }) => !harmless.has(slug));
  const other = found.filter(({ slug }) => harmless.has(slug));
  return (
    <Card title={text.title} hint={text.hint}>
      <p className="check-summary" data-tone={serious.length > 0 ? 'warn' : 'good'}>
        {serious.length > 0 ? <TriangleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
        {serious.length > 0 ? text.found(serious.length) : text.none}
      </p>
      {serious.length > 0 && <Lacks lacks={serious} />}
      {other.length > 0 && (
        <details>
          <summary>{text.harmless(other.length)}</summary>
          <p className="hint">{text.harmlessHint}</p>
          <Lacks lacks={other} />
        </details>
      )}
    </Card>
  );
}

function Lacks({ lacks: shown }: { readonly lacks: readonly Lack[] }): ReactNode {
  return (
    <ul className="lacks">
      {shown.map(({ slug, title, clients }) => (
        <li key={slug}>
          <code>{title}</code>
          <span className="hint">{text.lackedBy(clients.map(nameOf).join(', '))}</span>
        </li>
      ))}
    </ul>
  );
}

const families: Readonly<Record<string, string>> = text.families;
const programs: Readonly<Record<string, string>> = text.programs;

function nameOf(client: string): string {
  const [family = '', program = ''] = client.split('.');
  return `${families[family] ?? family} ${programs[program] ?? program}`;
}
