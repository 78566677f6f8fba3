/** The key that signed in, and the keys of the platform; for the operator also the platform's limits. */
import { type ReactNode, useState } from 'react';
import { Fault } from '../api/fault.ts';
import {
  CeilingSetDocument,
  OwnKeyDocument,
  PlatformLimitsDocument,
  type PlatformLimitsQuery,
  RequestLimitSetDocument,
} from '../api/operations.ts';
import { useAsk, usePlatform } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { useOpen, useTold } from '../parts/dialogs/act-dialog.ts';
import { FormDialog } from '../parts/dialogs/dialog.tsx';
import { FaultView } from '../parts/events/fault-view.tsx';
import { errorFor, TextField } from '../parts/forms/field.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Scopes } from '../parts/platforms/key-facts.tsx';
import { KeyList } from '../parts/platforms/key-list.tsx';
import { Answer } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.keys;

export function KeysPage(): ReactNode {
  const { isOperator } = useScopes();
  return (
    <Page title={text.title} intro={text.intro}>
      {isOperator ? <OfPlatform /> : <OwnKey />}
    </Page>
  );
}

function OwnKey(): ReactNode {
  const { allowWide } = useScopes();
  const reading = useAsk(OwnKeyDocument, {});
  return (
    <Answer reading={reading}>
      {({ currentKey: own }) =>
        own && (
          <>
            {allowWide('manage') && <KeyList own={own} />}
            <Card title={text.current} {...(allowWide('manage') ? {} : { hint: text.own })}>
              <Facts
                facts={[
                  [text.name, own.name],
                  [text.platform, own.platform.name],
                  [text.scopes, <Scopes key="scopes" {...own} />],
                  [text.workspace, own.workspace?.name ?? text.everyWorkspace],
                  [words.common.id, <CopyText key="id" text={own.id} what={words.common.id} />],
                  [words.common.createdAt, <When key="created" at={own.createdAt} />],
                  [text.lastUsed, own.lastUsedAt ? <When key="used" at={own.lastUsedAt} /> : null],
                  [text.expires, own.expiresAt ? <When key="expires" at={own.expiresAt} /> : words.common.never],
                ]}
              />
            </Card>
          </>
        )
      }
    </Answer>
  );
}

function OfPlatform(): ReactNode {
  const id = usePlatform() ?? '';
  const reading = useAsk(PlatformLimitsDocument, { id });
  return (
    <Answer reading={reading}>
      {({ node }) =>
        node && 'requestLimit' in node ? (
          <>
            <Limits platform={node} />
            <KeyList own={null} />
          </>
        ) : (
          <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
        )
      }
    </Answer>
  );
}

type PlatformFacts = Extract<NonNullable<PlatformLimitsQuery['node']>, { readonly requestLimit?: unknown }>;

function Limits({ platform }: { readonly platform: PlatformFacts }): ReactNode {
  const changing = useOpen();
  const { requestLimit, workspaceCeiling } = platform;
  return (
    <Card title={text.limits} actions={<Button onClick={changing.show}>{text.limitsChange}</Button>}>
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
      title={text.limitsChange}
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
