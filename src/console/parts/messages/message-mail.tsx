/** The mail as it went, or would have gone: HTML in a frame without script, text, source; and the payload of its emit. */
import { Code, FileText, List, type LucideIcon, Mail as MailIcon, Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MessageMailDocument, type MessageMailQuery } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy.tsx';
import { Switch } from '../forms/switch.tsx';
import { JsonView } from '../json/json-view.tsx';
import { TallText } from '../json/tall-text.tsx';
import { Card, Facts } from '../page.tsx';
import { Answer } from '../states.tsx';
import { WholeMailFrame } from './mail-frame.tsx';
import type { ShownMessage } from './message-facts.ts';

const text = words.message;
const preview = words.preview;

const viewIcons: Readonly<Record<keyof typeof text.views, LucideIcon>> = {
  html: MailIcon,
  text: FileText,
  headers: List,
  source: Code,
};

/** Characters of a source that are shown at once: a browser lays out a larger text slowly. */
const sourceMax = 100_000;

type Found = Extract<NonNullable<MessageMailQuery['message']>, { readonly rendered: unknown }>;
type Rendered = NonNullable<Found['rendered']>;

/** Asks as `MessagePayload` does: the two are one request. */
export function MessageMail({ message }: { readonly message: ShownMessage }): ReactNode {
  const { id, state } = message;
  const reading = useAsk(MessageMailDocument, { id });
  return (
    <Card title={text.mail[becameOf(state)]}>
      <Answer reading={reading}>
        {({ message: found }) =>
          found && 'rendered' in found && found.rendered ? (
            <Mail mail={found.rendered} />
          ) : (
            // A payload without a mail: the mail would be too large to be made.
            <p className="hint">{text.mailGone[payloadOf(found) ? 'unmade' : whyGone(message)]}</p>
          )
        }
      </Answer>
    </Card>
  );
}

/** The values of the emit, which the mail was made of. */
export function MessagePayload({ message }: { readonly message: ShownMessage }): ReactNode {
  const reading = useAsk(MessageMailDocument, { id: message.id });
  return (
    <Card title={text.payload}>
      <Answer reading={reading} lines={2}>
        {({ message: found }) =>
          payloadOf(found) ? (
            <JsonView value={payloadOf(found)} what={text.payload} />
          ) : (
            <p className="hint">{text.payloadGone[whyGone(message)]}</p>
          )
        }
      </Answer>
    </Card>
  );
}

function payloadOf(found: MessageMailQuery['message']): unknown {
  return found && 'event' in found ? found.event.payload : null;
}

/** Whether the mail went out, goes out later, or never did. */
function becameOf(state: ShownMessage['state']): keyof typeof text.mail {
  switch (state) {
    case 'scheduled':
    case 'queued':
      return 'waits';
    case 'failed':
    case 'expired':
    case 'suppressed':
      return 'never';
    default:
      return 'went';
  }
}

/** Erased persons have no address; otherwise the time for which content is kept is over. */
function whyGone({ recipient }: ShownMessage): 'old' | 'erased' {
  return recipient === null ? 'erased' : 'old';
}

function Mail({ mail }: { readonly mail: Rendered }): ReactNode {
  const [view, setView] = useState<keyof typeof text.views>('html');
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const { subject, from, displayName, replyTo, html } = mail;
  return (
    <>
      <Facts
        facts={[
          [text.subject, subject],
          [text.from, from === null ? displayName : displayName ? `${displayName} <${from}>` : from],
          [text.replyTo, replyTo],
        ]}
      />
      <div className="preview-switches">
        <Switch
          label={text.view}
          value={view}
          options={(Object.keys(viewIcons) as (keyof typeof text.views)[]).map((each) => [
            each,
            text.views[each],
            viewIcons[each],
          ])}
          onPick={setView}
          named
        />
        {view === 'html' && (
          <>
            <Switch
              label={preview.width}
              value={width}
              options={[
                ['wide', preview.wide, Monitor],
                ['phone', preview.phone, Smartphone],
              ]}
              onPick={setWidth}
            />
            <Switch
              label={preview.colors}
              value={scheme}
              options={[
                ['light', preview.light, Sun],
                ['dark', preview.dark, Moon],
              ]}
              onPick={setScheme}
            />
          </>
        )}
      </div>
      {view === 'html' ? (
        <div className="preview-paper">
          <WholeMailFrame html={html} title={subject} scheme={scheme} width={width} />
        </div>
      ) : (
        <Source key={view} text={sourceOf(mail, view)} what={text.views[view]} />
      )}
      <p className="hint">{text.mailHint}</p>
    </>
  );
}

function sourceOf({ html, text: plain, headers }: Rendered, view: 'text' | 'headers' | 'source'): string {
  if (view === 'headers') return headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return view === 'text' ? plain : html;
}

function Source({ text: whole, what }: { readonly text: string; readonly what: string }): ReactNode {
  const [isWhole, setWhole] = useState(whole.length <= sourceMax);
  const size = (characters: number) => text.kilobytes(Math.ceil(characters / 1_000));
  return (
    <div className="json-view">
      <TallText text={isWhole ? whole : whole.slice(0, sourceMax)} label={what} className="mail-source" />
      <CopyButton text={whole} what={what} />
      {!isWhole && (
        <p className="hint source-rest">
          {text.cutSource(size(sourceMax), size(whole.length))}{' '}
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {text.wholeSource}
          </Button>
        </p>
      )}
    </div>
  );
}
