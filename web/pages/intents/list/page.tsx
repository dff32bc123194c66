import { getRouteApi } from '@tanstack/react-router';
import { OwnersOnly } from '../../../parts/owners-only.tsx';
import { Page } from '../../../parts/page.tsx';
import { AllIntents, IntentsOf, StatusChoice } from './lists.tsx';

const route = getRouteApi('/intents');

/** Intents that agents proposed to the owner of a wallet. */
export function IntentsPage() {
  const { status } = route.useSearch();
  return (
    <Page title="Intents">
      <div className="stack">
        <h1>Intents</h1>
        <p className="quiet">What your agents propose. Nothing of it moves before your wallet signs it.</p>
      </div>
      <OwnersOnly offers="What your agents propose to do with your wallet, and what became of it.">
        <StatusChoice chosen={status} />
        {status === undefined ? <AllIntents /> : <IntentsOf key={status} status={status} />}
      </OwnersOnly>
    </Page>
  );
}
