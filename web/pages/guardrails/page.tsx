import { OwnersOnly } from '../../parts/owner-rows.tsx';
import { Page } from '../../parts/page.tsx';
import { Guardrails } from './guardrails.tsx';

/** What the owner of a wallet lets agents do. */
export function GuardrailsPage() {
  return (
    <Page title="Guardrails">
      <h1>Guardrails</h1>
      <OwnersOnly offers="What your agents may do: limits, counterparties, wallets, and a switch that stops them.">
        <Guardrails />
      </OwnersOnly>
    </Page>
  );
}
