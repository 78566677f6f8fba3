/** The versions of a template: who saved them and why, what became of their mail, and how an older one is restored. */

import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TemplateRestoreDocument, TemplateVersionsDocument, type TemplateVersionsQuery } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { useTold } from '../../parts/dialogs/act-dialog.ts';
import { Confirm } from '../../parts/dialogs/dialog.tsx';
import { day as dayLength } from '../../parts/durations.ts';
import { FaultView } from '../../parts/events/fault-view.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { Planned } from '../../parts/when.tsx';
import { words } from '../../words.ts';

const text = words.versions;

/** Days of figures, with today; the service keeps 400. */
const daysMax = 400;

type Version = NonNullable<TemplateVersionsQuery['templateVersions']>['nodes'][number];

interface VersionListProps {
  readonly eventType: string;
  readonly current: number | null;
  /** The version that is compared with the one before it; null: none. */
  readonly compared: number | null;
  readonly onRestored: () => void;
}

export function VersionList({ eventType, current, compared, onRestored }: VersionListProps): ReactNode {
  const { allowWide } = useScopes();
  const [range] = useState(lastDays);
  const listing = useList(
    TemplateVersionsDocument,
    { eventType, ...range, withFigures: allowWide('read') },
    ({ templateVersions }) => templateVersions,
  );
  const [restoring, setRestoring] = useState<number | null>(null);
  const restore = useTold(TemplateRestoreDocument, {
    done: text.restored,
    after: () => {
      setRestoring(null);
      onRestored();
    },
  });
  const { rows, fault, retry, hasMore, more, isFetchingMore } = listing;
  if (rows === undefined) return fault ? <FaultView fault={fault} retry={retry} /> : <Skeleton lines={6} />;
  if (rows.length === 0) return <Empty icon={History} title={text.none} hint={text.noneHint} />;
  return (
    <>
      <ol className="versions" aria-label={text.title}>
        {rows.map((version) => (
          <li key={version.id} data-current={version.version === compared || undefined}>
            <VersionFacts version={version} isLive={version.version === current} />
            <div className="version-actions">
              {version.version > 1 && (
                <Link
                  className="button quiet"
                  to="."
                  search={(now) => ({ ...now, part: 'versions', version: String(version.version), with: undefined })}
                  aria-current={version.version === compared ? 'true' : undefined}
                  aria-label={text.compareWith(version.version)}
                >
                  {text.compare}
                </Link>
              )}
              {version.version !== current && allowWide('manage') && (
                <Button
                  kind="quiet"
                  aria-label={text.restoreVersion(version.version)}
                  onClick={() => setRestoring(version.version)}
                >
                  {text.restore}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button busy={isFetchingMore} onClick={more}>
          {words.common.more}
        </Button>
      )}
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

function VersionFacts({ version: row, isLive }: { readonly version: Version; readonly isLive: boolean }): ReactNode {
  const { version, note, subject, savedBy, createdAt, restoredFrom, figures } = row;
  const total = figures?.total;
  return (
    <div className="version">
      <p className="version-head">
        <strong>{text.version(version)}</strong>
        {isLive && <Badge tone="good">{text.live}</Badge>}
        {restoredFrom && <span className="tag">{text.restoredFrom(restoredFrom)}</span>}
      </p>
      <p className="version-note">{note ?? <em>{text.noNote}</em>}</p>
      <p className="hint">{`${text.subject} ${subject}`}</p>
      <p className="hint">
        {text.by(savedBy?.name ?? null)} <Planned at={createdAt} />
      </p>
      {total && (
        <p className="version-figures">
          {total.accepted === 0 ? (
            text.noMail
          ) : (
            <>
              <span>{text.mails(total.accepted)}</span>
              {rates(total.rates).map(([name, share]) => (
                <span key={name}>{`${share} ${name}`}</span>
              ))}
              {total.fellBack > 0 && <span>{text.fellBack(total.fellBack)}</span>}
            </>
          )}
        </p>
      )}
    </div>
  );
}

type Rates = NonNullable<Version['figures']>['total']['rates'];
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function rates({ delivered, opened, bounced }: Rates): readonly (readonly [name: string, share: string])[] {
  const all = [
    [text.delivered, delivered],
    [text.opened, opened],
    [text.bounced, bounced],
  ] as const;
  return all.flatMap(([name, rate]) =>
    rate === null || rate === undefined ? [] : [[name, percent.format(rate)] as const],
  );
}

function lastDays(): { readonly from: string; readonly to: string } {
  // Days are those of each workspace's time zone, which may be ahead of or behind this machine.
  const now = Date.now();
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(now - (daysMax - 2) * dayLength), to: day(now + dayLength) };
}
