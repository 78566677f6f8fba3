/** What a draft changes, the comparison of two versions, and all versions. */
import { type ReactNode, useState } from 'react';
import { type DraftContentFragment, TemplateDraftDiffDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { CopyText } from '../../parts/copy.tsx';
import { Card } from '../../parts/page.tsx';
import { Answer } from '../../parts/states.tsx';
import { words } from '../../words.ts';
import { Changes } from './changes.tsx';
import { Comparison } from './comparison.tsx';
import { VersionList } from './version-list.tsx';

const text = words.versions;

interface VersionsPartProps {
  readonly eventType: string;
  readonly current: number | null;
  readonly stored: DraftContentFragment | null;
  /** The version that is compared, and the one that it is compared with. */
  readonly compared: { readonly from: number; readonly to: number } | null;
  readonly onRestored: () => void;
}

export function VersionsPart({ eventType, current, stored, compared, onRestored }: VersionsPartProps): ReactNode {
  return (
    <div className="content-form">
      {stored && current !== null && <DraftChanges id={stored.id} name={stored.name} current={current} />}
      {compared && current !== null && <Comparison eventType={eventType} {...compared} current={current} />}
      <VersionList eventType={eventType} current={current} compared={compared?.to ?? null} onRestored={onRestored} />
      <Files eventType={eventType} />
    </div>
  );
}

function DraftChanges(props: { readonly id: string; readonly name: string; readonly current: number }): ReactNode {
  const { id, name, current } = props;
  const reading = useAsk(TemplateDraftDiffDocument, { id, version: current });
  return (
    <Card title={text.draftChanges(name)} hint={text.draftChangesHint(current)}>
      <Answer reading={reading}>
        {({ templateDraftDiff }) => templateDraftDiff && <Changes {...templateDraftDiff} />}
      </Answer>
    </Card>
  );
}

/** The commands that bring a template into a file and back. */
function Files({ eventType }: { readonly eventType: string }): ReactNode {
  const [file] = useState(`${eventType.replaceAll('.', '-')}.json`);
  return (
    <Card title={text.files} hint={text.filesHint}>
      <p>
        <CopyText text={`npm run email:pull ${file} ${eventType}`} what={text.pull} />
      </p>
      <p>
        <CopyText text={`npm run email:push ${file} ${eventType}`} what={text.push} />
      </p>
    </Card>
  );
}
