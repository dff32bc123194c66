import { OwnersOnly } from '../../parts/owner-rows.tsx';
import { Page } from '../../parts/page.tsx';
import { Rewards } from './rewards.tsx';

/** What the owner of a wallet has earned. */
export function RewardsPage() {
  return (
    <Page title="Rewards">
      <h1>Rewards</h1>
      <OwnersOnly offers="Your rewards by status and programme, every record, and your payouts.">
        <Rewards />
      </OwnersOnly>
    </Page>
  );
}
