/** What a developer needs to emit an event type, each to copy: an example, a curl, a type and a schema. */
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useScopes } from '../../api/use-scopes.ts';
import { exactly, oneOf } from '../../search.ts';
import { words } from '../../words.ts';
import { CodeView } from '../json/code-view.tsx';
import { Card } from '../page.tsx';
import { emitCommand, workspacePlace } from './shapes/emit-command.ts';
import { examplePayload } from './shapes/example-payload.ts';
import type { PayloadField } from './shapes/payload-field.ts';
import { typescriptType } from './shapes/typescript-type.ts';
import { zodSchema } from './shapes/zod-schema.ts';

const text = words.eventTypes;
type Kind = keyof typeof text.samples;
const kinds = Object.keys(text.samples) as Kind[];

interface PayloadSamplesProps {
  readonly eventType: string;
  readonly fields: readonly PayloadField[];
  /** The payload of an example that was kept; undefined: none. */
  readonly example: Readonly<Record<string, unknown>> | undefined;
  /** The sample of the address bar. */
  readonly shown: string | undefined;
}

export function PayloadSamples({ eventType, fields, example, shown }: PayloadSamplesProps): ReactNode {
  const { workspace: own } = useScopes();
  const { workspace } = useSearch({ strict: false }) as { readonly workspace?: string };
  const kind = oneOf(text.samples, shown) ?? 'example';
  const known = own?.id ?? workspace ?? null;
  const payload = example ?? examplePayload(fields);
  const code: Readonly<Record<Kind, () => string>> = {
    example: () => JSON.stringify(payload, null, 2),
    curl: () =>
      emitCommand({
        origin: window.location.origin,
        workspace: known,
        eventType,
        payload,
      }),
    typescript: () => typescriptType(eventType, fields),
    zod: () => zodSchema(eventType, fields),
  };
  return (
    <Card
      title={text.emitTitle}
      hint={kind === 'curl' && known === null ? text.curlHint(workspacePlace) : text.emitHint}
    >
      <nav className="tabs" aria-label={text.samplesLabel}>
        {kinds.map((each) => (
          <Link
            key={each}
            to="."
            search={(now) => ({ ...now, show: each === 'example' ? undefined : each })}
            activeOptions={exactly}
            aria-current={each === kind ? 'page' : undefined}
            replace
            resetScroll={false}
          >
            {text.samples[each]}
          </Link>
        ))}
      </nav>
      <CodeView text={code[kind]()} label={text.samples[kind]} what={text.samples[kind]} />
    </Card>
  );
}
