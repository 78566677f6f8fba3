/** The figures of a range in groups, as a table. */
import type { ReactNode } from 'react';
import {
  type FigureDimension,
  FigureGroupsDocument,
  type FigureGroupsQuery,
  type FigureGroupsQueryVariables,
} from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { oneOf } from '../../search.ts';
import { words } from '../../words.ts';
import { Filter, optionsOf } from '../forms/field.tsx';
import { Card } from '../page.tsx';
import { Answer } from '../states.tsx';
import { duration, share, wholeNumber } from './numbers.ts';

const text = words.figures;

type Dimension = Exclude<FigureDimension, 'day'>;
type Group = NonNullable<NonNullable<FigureGroupsQuery['figures']>['groups']>[number];

interface FigureBreakdownProps {
  readonly range: Omit<FigureGroupsQueryVariables, 'groupBy'>;
  readonly by: string | undefined;
  /** The service does not count filtered messages by workspace. */
  readonly isFiltered: boolean;
  readonly onPick: (by: string | undefined) => void;
}

export function FigureBreakdown({ range, by, isFiltered, onPick }: FigureBreakdownProps): ReactNode {
  const { workspace, ...ofMessages } = text.groups;
  const offered: Partial<Record<Dimension, string>> = isFiltered ? ofMessages : { ...ofMessages, workspace };
  const asked: Dimension = oneOf(text.groups, by) ?? 'event_type';
  const dimension = asked in offered ? asked : 'event_type';
  const reading = useAsk(FigureGroupsDocument, { ...range, groupBy: [dimension] }, { keep: true });
  const pick = (
    <Filter
      label={text.groupBy}
      value={dimension}
      required
      options={optionsOf(offered as Record<string, string>)}
      onPick={onPick}
    />
  );
  return (
    <Card title={text.breakdown} actions={pick} flush>
      <Answer reading={reading} lines={4}>
        {({ figures }) => figures?.groups && <Groups dimension={dimension} {...figures} groups={figures.groups} />}
      </Answer>
    </Card>
  );
}

interface GroupsProps {
  readonly dimension: Dimension;
  readonly groups: readonly Group[];
  readonly groupCount: number;
}

function Groups({ dimension, groups, groupCount }: GroupsProps): ReactNode {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the box. */}
      <section className="table-box numbers-table" aria-label={text.breakdown} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[
                text.groups[dimension],
                text.accepted,
                text.delivered,
                text.bounced,
                text.complained,
                text.opened,
                text.fellBack,
                text.median,
                text.p90,
                text.p99,
              ].map((title) => (
                <th scope="col" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const { accepted, fellBack, rates, timeToDelivery } = group.figures;
              return (
                <tr key={group.key}>
                  <th scope="row">{nameOf(group, dimension)}</th>
                  <td>{wholeNumber(accepted)}</td>
                  <td>{share(rates.delivered)}</td>
                  <td>{share(rates.bounced)}</td>
                  <td>{share(rates.complained)}</td>
                  <td>{share(rates.opened)}</td>
                  <td>{wholeNumber(fellBack)}</td>
                  <td>{duration(timeToDelivery.p50)}</td>
                  <td>{duration(timeToDelivery.p90)}</td>
                  <td>{duration(timeToDelivery.p99)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {groupCount > groups.length && <p className="hint padded">{text.more(groups.length, groupCount)}</p>}
    </>
  );
}

function nameOf({ eventType, provider, templateVersion, workspace }: Group, dimension: Dimension): ReactNode {
  switch (dimension) {
    case 'event_type':
      return eventType?.name ?? <em>{text.deletedEventType}</em>;
    case 'provider':
      return provider && words.providers[provider];
    case 'workspace':
      return workspace?.name ?? <em>{text.deletedWorkspace}</em>;
    case 'template_version':
      return templateVersion ? (
        `${templateVersion.eventType.name}, ${words.message.version(templateVersion.version)}`
      ) : (
        <em>{text.deletedVersion}</em>
      );
  }
}
