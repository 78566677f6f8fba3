/** The sending domain: each record with what is wanted and what DNS says. */
import { Globe, RefreshCw, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  DomainDeleteDocument,
  DomainDocument,
  type DomainRecordsFragment,
  DomainSaveDocument,
  DomainVerifyDocument,
} from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { CopyLongText } from '../parts/copy-long-text.tsx';
import { useOpen, useTold } from '../parts/dialogs/act-dialog.ts';
import { Confirm, FormDialog } from '../parts/dialogs/dialog.tsx';
import { useToast } from '../parts/dialogs/toasts.tsx';
import { FaultNote, FaultView } from '../parts/events/fault-view.tsx';
import { errorFor, TextField } from '../parts/forms/field.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Empty, Skeleton } from '../parts/states.tsx';
import { TakeReplies } from '../parts/take-replies.tsx';
import { domainTones, recordTones } from '../parts/tones.ts';
import { At, Away, When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.domain;
/** Milliseconds between two reads while the name servers are asked. */
const soon = 1_000;
/** Milliseconds after which the page no longer waits for them. */
const patience = 30_000;

export function SendingDomainPage(): ReactNode {
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const isAsking = askedAt !== null;
  const { data, fault, retry } = useAsk(DomainDocument, {}, { every: isAsking ? soon : 5 * liveEvery });
  const registering = useOpen();
  const { allowWide } = useScopes();
  const toast = useToast();
  const form = registering.open && <RegisterDomain onClose={registering.hide} />;
  // The answer to the last read stays after the deletion of a domain.
  const domain = fault?.code === 'not_found' ? null : data?.sendingDomain;
  const isAnswered = domain?.records.every(({ checkedAt }) => checkedAt && Date.parse(checkedAt) >= (askedAt ?? 0));
  useEffect(() => {
    if (!isAsking) return;
    if (isAnswered) toast(text.checked);
    if (isAnswered) setAskedAt(null);
    const timer = setTimeout(() => {
      toast(text.slow);
      setAskedAt(null);
    }, patience);
    return () => clearTimeout(timer);
  }, [isAsking, isAnswered, toast]);
  if (domain) {
    return (
      <>
        <Domain domain={domain} isAsking={isAsking} onAsk={setAskedAt} onReplace={registering.show} />
        {form}
      </>
    );
  }
  return (
    <Page title={text.title} intro={text.intro}>
      {fault && fault.code !== 'not_found' ? (
        <FaultView fault={fault} retry={retry} />
      ) : fault ? (
        <Empty icon={Globe} title={text.emptyTitle} hint={text.emptyHint}>
          {allowWide('manage') && (
            <Button kind="primary" onClick={registering.show}>
              {text.register}
            </Button>
          )}
        </Empty>
      ) : (
        <Skeleton lines={6} />
      )}
      {form}
    </Page>
  );
}

interface DomainProps {
  readonly domain: DomainRecordsFragment;
  /** Whether the name servers are being asked. */
  readonly isAsking: boolean;
  /** Called with the time of the domain's check. */
  readonly onAsk: (at: number) => void;
  readonly onReplace: () => void;
}

function Domain({ domain, isAsking, onAsk, onReplace }: DomainProps): ReactNode {
  const { status, sendable, records } = domain;
  // The service captures mail, and the domain is one that no name server knows.
  const isCaptured = status === 'verified' && records.some((record) => record.required && record.status === 'pending');
  const { allowWide } = useScopes();
  const deleting = useOpen();
  const verify = useTold(DomainVerifyDocument);
  const remove = useTold(DomainDeleteDocument, { done: text.deleted, after: deleting.hide });
  // Checks are later than the last one of any record: the clocks of browser and service may differ.
  const check = () => {
    onAsk(lastCheck(records) + 1);
    verify.run({});
  };
  return (
    <Page
      title={domain.domain}
      beside={<Badge tone={domainTones[status]}>{words.domainStatuses[status]}</Badge>}
      intro={sendable ? text.sendable : text.notSendable}
      actions={
        allowWide('manage') && (
          <>
            <Button kind="quiet" icon={Trash2} onClick={deleting.show}>
              {words.common.delete}
            </Button>
            <TakeReplies domain={domain} />
            <Button onClick={onReplace}>{text.replace}</Button>
            <Button kind="primary" icon={RefreshCw} busy={verify.busy || isAsking} onClick={check}>
              {isAsking ? text.checking : text.check}
            </Button>
          </>
        )
      }
    >
      <Standing domain={domain} />
      {verify.fault && <FaultNote fault={verify.fault} />}
      <Card title={text.records} hint={isCaptured ? text.capturedHint : text.recordsHint} flush>
        <ul className="records">
          {records.map((record) => (
            <DnsRecord key={`${record.type} ${record.name} ${record.purpose}`} record={record} />
          ))}
        </ul>
      </Card>
      <Confirm
        open={deleting.open}
        onClose={deleting.hide}
        title={text.deleteTitle(domain.domain)}
        hint={text.deleteHint}
        action={text.delete}
        typed={domain.domain}
        busy={remove.busy}
        fault={remove.fault}
        onConfirm={() => remove.run({})}
      />
      <Card title={words.message.details}>
        <Facts
          facts={[
            [text.selector, <CopyText key="selector" text={domain.dkimSelector} what={text.selector} />],
            [text.returnPath, <CopyText key="path" text={domain.returnPath} what={text.returnPath} />],
            [text.replies, domain.replyDomain ?? text.noReplies],
            [text.verifiedAt, domain.verifiedAt ? <When key="verified" at={domain.verifiedAt} /> : null],
            [words.common.createdAt, <When key="created" at={domain.createdAt} />],
          ]}
        />
      </Card>
    </Page>
  );
}

/** What the status means for mail, and when that changes by itself. */
function Standing({ domain: { status, graceEndsAt } }: { readonly domain: DomainRecordsFragment }): ReactNode {
  if (status === 'verified') return null;
  return (
    <p className="note" data-tone={status === 'pending' ? 'info' : domainTones[status]}>
      <TriangleAlert size={16} aria-hidden />
      {status === 'warning' ? (
        <span>
          <strong>{text.graceTitle}</strong> {text.grace}{' '}
          {graceEndsAt && (
            <>
              <Away at={graceEndsAt} /> (<At at={graceEndsAt} />)
            </>
          )}
          .
        </span>
      ) : (
        <span>{status === 'failed' ? text.failedNote : text.pendingNote}</span>
      )}
    </p>
  );
}

/** Milliseconds since 1970 of the last check of any record; 0 before the first. */
function lastCheck(records: DomainRecordsFragment['records']): number {
  return Math.max(0, ...records.map(({ checkedAt }) => (checkedAt ? Date.parse(checkedAt) : 0)));
}

function DnsRecord({ record }: { readonly record: DomainRecordsFragment['records'][number] }): ReactNode {
  const { type, name, value, purpose, required, status, found, checkedAt } = record;
  return (
    <li className="record">
      <div className="record-head">
        <span className="record-type">{type}</span>
        <strong>{words.recordPurposes[purpose]}</strong>
        <span className="tag">{required ? text.required : text.recommended}</span>
        <Badge tone={recordTones[status]}>{words.recordStatuses[status]}</Badge>
        {checkedAt && (
          <span className="hint">
            {text.checkedAt} <When at={checkedAt} />
          </span>
        )}
      </div>
      <Facts
        facts={[
          [text.name, <CopyText key="name" text={name} what={text.name} />],
          [text.value, <CopyLongText key="value" text={value} what={text.value} />],
          [
            text.found,
            status === 'verified' || status === 'pending' ? null : found ? (
              <code key="found">{found}</code>
            ) : (
              <em key="found">{text.nothing}</em>
            ),
          ],
        ]}
      />
    </li>
  );
}

function RegisterDomain({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [domain, setDomain] = useState('');
  const act = useTold(DomainSaveDocument, { done: text.saved, after: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.register}
      intro={text.registerIntro}
      submit={text.register}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ input: { domain: domain.trim() } })}
    >
      <TextField
        label={text.domain}
        placeholder="mail.example.com"
        required
        value={domain}
        error={errorFor(act.fault, 'domain')}
        onChange={({ target }) => setDomain(target.value)}
      />
    </FormDialog>
  );
}
