/** The health of a workspace: its level, the day cap, what is left to the next level, and the last changes. */
import type { ReactNode } from 'react';
import type { HealthFactsFragment, WorkspaceStateFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { share, wholeNumber } from '../figures/numbers.ts';
import { Tiles } from '../figures/tiles.tsx';
import { Card, Facts } from '../page.tsx';
import { healthTones } from '../tones.ts';
import { At, When } from '../when.tsx';
import { SendingBadge } from './sending-badge.tsx';

const text = words.workspace;

interface HealthProps {
  readonly workspace: WorkspaceStateFragment;
  readonly health: HealthFactsFragment;
}

export function HealthCard({ workspace, health }: HealthProps): ReactNode {
  const { health: level, sending } = workspace;
  const { window, today, volume, recoversAt, recoversTo } = health;
  return (
    <Card title={words.workspaces.health}>
      <Facts
        facts={[
          [
            words.workspaces.health,
            <span className="fact-line" key="health">
              <Badge tone={healthTones[level.state]}>{words.healthStates[level.state]}</Badge>
              {level.reason && words.healthReasons[level.reason]}
            </span>,
          ],
          [text.since, level.since ? <When key="since" at={level.since} /> : null],
          recoversTo
            ? [
                text.recovers(words.healthStates[recoversTo]),
                recoversAt ? <At key="recovers" at={recoversAt} /> : text.overLine,
              ]
            : ['', null],
          [
            words.workspaces.sending,
            <span className="fact-line" key="sending">
              <SendingBadge workspace={workspace} />
              {sending.reason ? words.sendingReasons[sending.reason] : <Waits wait={workspace.waitingFor} />}
            </span>,
          ],
          [text.sentToday, <DayCap key="cap" today={today} />],
        ]}
      />
      <Tiles
        tiles={[
          {
            name: text.bounceShare,
            value: share(window.bounceShare),
            hint: text.nowSince(wholeNumber(window.ended)),
            tone: over(window.bounceShare, health.lines, 'bounceShare'),
          },
          {
            name: text.complaintShare,
            value: share(window.complaintShare),
            hint: words.figures.measured(window.delivered),
            tone: over(window.complaintShare, health.lines, 'complaintShare'),
          },
        ]}
      />
      {volume && (
        <p className="hint">{text.isRamping(wholeNumber(volume.deliveredWanted), volume.sendingDaysWanted)}</p>
      )}
      {volume && (
        <Facts
          facts={[
            [text.progress, ''],
            [text.progressDelivered, text.capOf(wholeNumber(volume.delivered), wholeNumber(volume.deliveredWanted))],
            [text.progressDays, text.capOf(wholeNumber(volume.sendingDays), wholeNumber(volume.sendingDaysWanted))],
          ]}
        />
      )}
    </Card>
  );
}

/** Bad from the line of a pause on, a warning from that of a throttle on. */
function over(
  value: number | null | undefined,
  { throttle, pause }: HealthFactsFragment['lines'],
  line: 'bounceShare' | 'complaintShare',
) {
  if (value === null || value === undefined) return undefined;
  if (value >= pause[line]) return 'bad' as const;
  return value >= throttle[line] ? ('warn' as const) : undefined;
}

/** The mail of the present day, beside the cap of the day where there is one. */
function DayCap({ today: { cap, sent } }: { readonly today: HealthFactsFragment['today'] }): ReactNode {
  if (cap === null) return `${wholeNumber(sent)} · ${text.noCap}`;
  if (cap === 0) return `${wholeNumber(sent)} · ${text.noMail}`;
  return (
    <span className="meter" data-tone={sent >= cap ? 'bad' : undefined}>
      <span>{text.sentOfCap(wholeNumber(sent), wholeNumber(cap))}</span>
      <progress max={cap} value={Math.min(sent, cap)} aria-label={text.sentToday} />
      {sent >= cap && <span className="hint">{text.capUsed}</span>}
    </span>
  );
}

/** What holds the mail of the workspace, and until when. */
function Waits({ wait }: { readonly wait: WorkspaceStateFragment['waitingFor'] }): ReactNode {
  if (!wait) return null;
  return (
    <>
      {words.waitKinds[wait.kind]}
      {wait.until && (
        <>
          {` ${words.message.until} `}
          <At at={wait.until} />
        </>
      )}
    </>
  );
}

export function HealthHistory({ changes }: { readonly changes: HealthFactsFragment['changes'] }): ReactNode {
  return (
    <Card title={text.history} hint={text.historyHint}>
      {changes.length === 0 ? (
        <p className="hint">{text.noHistory}</p>
      ) : (
        <ol className="timeline">
          {changes.map(({ id, at, from, to, reason }) => (
            <li key={id} data-tone={healthTones[to]}>
              <p className="timeline-title">
                <span>{text.change(words.healthStates[from], words.healthStates[to])}</span>
                <At at={at} />
              </p>
              <p className="hint">{words.healthReasons[reason]}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
