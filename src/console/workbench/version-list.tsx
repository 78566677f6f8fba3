/** The versions of a template, and how an older one is restored. */
import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TemplateRestoreDocument, TemplateVersionsDocument, type TemplateVersionsQuery } from '../api/operations.ts';
import { useList } from '../api/use-ask.ts';
import { useTold } from '../parts/act-dialog.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.template;

type Row = NonNullable<TemplateVersionsQuery['templateVersions']>['nodes'][number];

interface VersionListProps {
  readonly eventType: string;
  readonly current: number | null;
  readonly onRestored: () => void;
}

export function VersionList({ eventType, current, onRestored }: VersionListProps): ReactNode {
  const listing = useList(TemplateVersionsDocument, { eventType }, ({ templateVersions }) => templateVersions);
  const [restoring, setRestoring] = useState<number | null>(null);
  const restore = useTold(TemplateRestoreDocument, {
    done: text.restored,
    after: () => {
      setRestoring(null);
      onRestored();
    },
  });
  const columns: readonly Column<Row>[] = [
    {
      title: text.version,
      width: '7.5rem',
      cell: ({ version, restoredFrom }) => (
        <>
          <strong>{version}</strong>
          {version === current && <Badge tone="good">{text.current}</Badge>}
          {restoredFrom && <span className="hint">{text.restoredFrom(restoredFrom)}</span>}
        </>
      ),
    },
    {
      title: text.subject,
      width: 'minmax(0, 1fr)',
      narrow: 'first',
      cell: ({ subject }) => (
        <span className="cut" title={subject}>
          {subject}
        </span>
      ),
    },
    { title: words.common.createdAt, width: '5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: words.common.actions,
      width: '5.5rem',
      align: 'end',
      cell: ({ version }) =>
        version !== current && (
          <Button kind="quiet" onClick={() => setRestoring(version)}>
            {text.restore}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Rows
        label={text.versions}
        listing={listing}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty icon={History} title={text.none} hint={text.noneHint} />}
      />
      <Confirm
        open={restoring !== null}
        onClose={() => setRestoring(null)}
        danger={false}
        title={text.restoreTitle(restoring ?? 0)}
        hint={text.restoreHint}
        action={text.restore}
        busy={restore.busy}
        fault={restore.fault}
        onConfirm={() => restoring !== null && restore.run({ eventType, version: restoring })}
      />
    </>
  );
}
