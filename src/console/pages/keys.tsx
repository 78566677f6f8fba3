/** The key that signed in; for the operator the keys and limits of a platform. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Fault } from '../api/fault.ts';
import {
  CeilingSetDocument,
  CurrentKeyDocument,
  PlatformKeysDocument,
  RequestLimitSetDocument,
} from '../api/operations.ts';
import { isSignedIn, viewerQuery } from '../api/session.ts';
import { useAsk, usePlatform } from '../api/use-ask.ts';
import { useOpen, useTold } from '../parts/act-dialog.ts';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { FaultView } from '../parts/fault-view.tsx';
import { errorFor, TextField } from '../parts/field.tsx';
import { KeyTable, type PlatformFacts } from '../parts/key-table.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.keys;

export function KeysPage(): ReactNode {
  const { data } = useQuery(viewerQuery);
  const isOperator = data !== undefined && isSignedIn(data) && data.operator;
  return (
    <Page title={text.title} intro={text.intro}>
      {isOperator ? <OfPlatform /> : <OwnKey />}
    </Page>
  );
}

function OwnKey(): ReactNode {
  const reading = useAsk(CurrentKeyDocument, {});
  return (
    <Answer reading={reading}>
      {({ currentKey }) =>
        currentKey && (
          <Card title={text.current} hint={text.operatorOnly}>
            <Facts
              facts={[
                [text.name, currentKey.name],
                [text.platform, currentKey.platform.name],
                [words.common.id, <CopyText key="id" text={currentKey.id} what={words.common.id} />],
                [words.common.createdAt, <When key="created" at={currentKey.createdAt} />],
                [
                  text.expires,
                  currentKey.expiresAt ? <When key="expires" at={currentKey.expiresAt} /> : words.common.never,
                ],
              ]}
            />
          </Card>
        )
      }
    </Answer>
  );
}

function OfPlatform(): ReactNode {
  const id = usePlatform() ?? '';
  const reading = useAsk(PlatformKeysDocument, { id });
  return (
    <Answer reading={reading}>
      {({ node }) =>
        node && 'apiKeys' in node ? (
          <>
            <KeyTable platform={node} />
            <Limits platform={node} />
          </>
        ) : (
          <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
        )
      }
    </Answer>
  );
}

function Limits({ platform }: { readonly platform: PlatformFacts }): ReactNode {
  const changing = useOpen();
  const { requestLimit, workspaceCeiling } = platform;
  return (
    <Card title={text.limits} actions={<Button onClick={changing.show}>{text.change}</Button>}>
      <Facts
        facts={[
          [text.platform, platform.name],
          [words.common.id, <CopyText key="id" text={platform.id} what={words.common.id} />],
          [text.requestLimit, requestLimit?.toLocaleString('en') ?? text.byDeployment],
          [text.ceiling, workspaceCeiling?.toLocaleString('en') ?? text.unlimited],
        ]}
      />
      {changing.open && <ChangeLimits platform={platform} onClose={changing.hide} />}
    </Card>
  );
}

interface ChangeLimitsProps {
  readonly platform: PlatformFacts;
  readonly onClose: () => void;
}

function ChangeLimits({ platform, onClose }: ChangeLimitsProps): ReactNode {
  const { id: platformId, requestLimit, workspaceCeiling } = platform;
  const [limit, setLimit] = useState(requestLimit?.toString() ?? '');
  const [ceiling, setCeiling] = useState(workspaceCeiling?.toString() ?? '');
  const setCeilingAct = useTold(CeilingSetDocument, { done: text.limitsSaved, after: onClose });
  // The second change follows the first, so that an error names its field.
  const setLimitAct = useTold(RequestLimitSetDocument, {
    after: () => setCeilingAct.run({ input: { platformId, ceiling: numberOf(ceiling) } }),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.change}
      submit={words.common.save}
      busy={setLimitAct.busy || setCeilingAct.busy}
      fault={setLimitAct.fault ?? setCeilingAct.fault}
      onSubmit={() => setLimitAct.run({ input: { platformId, perMinute: numberOf(limit) } })}
    >
      <TextField
        label={text.requestLimit}
        hint={text.limitHint}
        inputMode="numeric"
        pattern="[0-9]*"
        value={limit}
        error={errorFor(setLimitAct.fault, 'perMinute')}
        onChange={({ target }) => setLimit(target.value)}
      />
      <TextField
        label={text.ceiling}
        hint={text.ceilingHint}
        inputMode="numeric"
        pattern="[0-9]*"
        value={ceiling}
        error={errorFor(setCeilingAct.fault, 'ceiling')}
        onChange={({ target }) => setCeiling(target.value)}
      />
    </FormDialog>
  );
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}
