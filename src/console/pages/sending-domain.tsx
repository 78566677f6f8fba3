/** The sending domain: each record with what is wanted and what DNS says. */
import { Globe, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  DomainDocument,
  type DomainRecordsFragment,
  DomainSaveDocument,
  DomainVerifyDocument,
} from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useOpen, useTold } from '../parts/act-dialog.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { FaultNote, FaultView } from '../parts/fault-view.tsx';
import { errorFor, TextField } from '../parts/field.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Empty, Skeleton } from '../parts/states.tsx';
import { domainTones, recordTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.domain;

export function SendingDomainPage(): ReactNode {
  const { data, fault, retry } = useAsk(DomainDocument, {}, { every: 5 * liveEvery });
  const registering = useOpen();
  const form = registering.open && <RegisterDomain onClose={registering.hide} />;
  const domain = data?.sendingDomain;
  if (domain) {
    return (
      <>
        <Domain domain={domain} onReplace={registering.show} />
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
          <Button kind="primary" onClick={registering.show}>
            {text.register}
          </Button>
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
  readonly onReplace: () => void;
}

function Domain({ domain, onReplace }: DomainProps): ReactNode {
  const { status, sendable, records } = domain;
  const verify = useTold(DomainVerifyDocument, { done: text.checked });
  return (
    <Page
      title={domain.domain}
      beside={<Badge tone={domainTones[status]}>{words.domainStatuses[status]}</Badge>}
      intro={sendable ? text.sendable : text.notSendable}
      actions={
        <>
          <Button onClick={onReplace}>{text.replace}</Button>
          <Button kind="primary" icon={RefreshCw} busy={verify.busy} onClick={() => verify.run({})}>
            {text.check}
          </Button>
        </>
      }
    >
      {verify.fault && <FaultNote fault={verify.fault} />}
      <Card title={text.records} hint={text.recordsHint} flush>
        <ul className="records">
          {records.map((record) => (
            <DnsRecord key={`${record.type} ${record.name} ${record.purpose}`} record={record} />
          ))}
        </ul>
      </Card>
      <Card title={words.message.details}>
        <Facts
          facts={[
            [text.selector, <CopyText key="selector" text={domain.dkimSelector} what={text.selector} />],
            [text.returnPath, <CopyText key="path" text={domain.returnPath} what={text.returnPath} />],
            [text.verifiedAt, domain.verifiedAt ? <When key="verified" at={domain.verifiedAt} /> : null],
            [words.common.createdAt, <When key="created" at={domain.createdAt} />],
          ]}
        />
      </Card>
    </Page>
  );
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
          [text.value, <CopyText key="value" text={value} what={text.value} />],
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
