/** Exchanges an API key or the operator token for a session. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { type Fault, faultOf } from '../api/fault.ts';
import { signIn, viewerQuery } from '../api/session.ts';
import { type Credential, isSignedIn } from '../api/viewer.ts';
import { Button } from '../parts/button.tsx';
import { FaultNote } from '../parts/events/fault-view.tsx';
import { TextField } from '../parts/forms/field.tsx';
import { Wordmark } from '../parts/wordmark.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/sign-in');
const text = words.signIn;

export function SignInPage(): ReactNode {
  const { to, ended } = route.useSearch();
  const router = useRouter();
  const { data } = useQuery(viewerQuery);
  const [credential, setCredential] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = words.title(text.page);
  }, []);
  const enter = async (given: Credential) => {
    setBusy(true);
    setFault(null);
    try {
      await signIn(given);
      // A path of this page alone: the router resolves nothing outside of the console.
      if (to?.startsWith('/') && !to.startsWith('//')) router.history.push(`/console${to.replace(/^\/console/, '')}`);
      else await router.navigate({ to: '/' });
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter({ credential: credential.trim() });
  };
  const wrong = fault?.code === 'unauthenticated' || fault?.code === 'validation_failed';
  const offersLocal = data !== undefined && !isSignedIn(data) && data.localKey;
  return (
    <main className="sign-in">
      <div className="sign-in-box">
        <Wordmark />
        <h1>{text.heading}</h1>
        <p>{text.intro}</p>
        {ended && !fault && <p className="note">{text.ended}</p>}
        {fault && !wrong && <FaultNote fault={fault} />}
        <form onSubmit={submit}>
          {/* Password managers keep a secret under a name. */}
          <input type="text" name="username" autoComplete="username" value={words.product} readOnly hidden />
          <TextField
            label={text.credential}
            hint={text.hint}
            error={wrong ? text.wrong : null}
            type="password"
            autoComplete="current-password"
            spellCheck={false}
            required
            autoFocus
            value={credential}
            onChange={({ target }) => setCredential(target.value)}
          />
          <Button kind="primary" type="submit" busy={busy}>
            {text.submit}
          </Button>
        </form>
        {offersLocal && (
          <div className="sign-in-local">
            <span>{text.or}</span>
            <Button busy={busy} onClick={() => void enter({ local: true })}>
              {text.local}
            </Button>
            <p className="hint">{text.localHint}</p>
          </div>
        )}
      </div>
    </main>
  );
}
