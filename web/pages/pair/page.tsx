import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { failureOf } from '../../data/failure.ts';
import { usePairingRequest } from '../../data/pairing.ts';
import { userCode } from '../../model/keys.ts';
import { Card, Skeleton } from '../../parts/card.tsx';
import { LookUpForm } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Outcome } from './decision.tsx';
import { Refusal } from './refusal.tsx';
import { Request } from './request.tsx';

/** Asks for the code that an agent shows. Entering the same code again looks it up again. */
function CodeForm({ given, onSame }: { readonly given: string | undefined; readonly onSame?: () => void }) {
  const navigate = useNavigate({ from: '/pair' });
  return (
    <Card title="The code that your agent shows">
      <p className="quiet">
        An agent that you started shows you a code. Check what it asks for, then approve or deny it with your
        wallet. Your keys never leave the wallet.
      </p>
      <LookUpForm
        label="Code"
        given={given}
        read={userCode}
        wrong="Codes are 8 consonants, like BCDF-GHJK."
        action="Continue"
        onFound={(code) => (code === given ? onSame?.() : void navigate({ search: { code } }))}
        className="input code-input"
        autoCapitalize="characters"
        maxLength={16}
        placeholder="XXXX-XXXX"
      />
    </Card>
  );
}

const route = getRouteApi('/pair');

/** Where the owner of a wallet decides about an agent. Opening it, even by a link, decides nothing. */
export function PairPage() {
  const { code: given } = route.useSearch();
  const code = given === undefined ? undefined : userCode(given);
  return (
    <Page title="Pair an agent">
      <div className="narrow">
        <h1>Pair an agent</h1>
        {code === undefined ? <CodeForm given={given} /> : <Pairing key={code} code={code} />}
      </div>
    </Page>
  );
}

function Pairing({ code }: { readonly code: string }) {
  const { data, error, isFetching, refetch } = usePairingRequest(code);
  const failure = error === null || isFetching ? undefined : failureOf(error);
  if (data !== undefined && failure?.kind === 'not_found') return <Outcome kind="over" request={data} />;
  if (data !== undefined) return <Request code={code} request={data} onExpired={refetch} />;
  if (failure !== undefined) {
    return (
      <>
        <Refusal failure={failure} onRetry={() => void refetch()} />
        <CodeForm given={code} onSame={() => void refetch()} />
      </>
    );
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        Looking the code up
      </p>
      <Skeleton height="9rem" />
      <Skeleton height="16rem" />
    </>
  );
}
