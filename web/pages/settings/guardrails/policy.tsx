import { Facts } from '../../../parts/facts.tsx';
import { Editable } from './edit.tsx';
import { type ControlProps, Keys } from './keys.tsx';
import { PolicyForm } from './policy-form.tsx';

/** Which tools, mints and venues agents may use, and to whom tokens may go. */
export function PolicyCard({ control, onWaits }: ControlProps) {
  const { policy } = control;
  return (
    <Editable
      title="Policy"
      note="What agents may use at all"
      action="Edit the policy"
      form={(close) => <PolicyForm control={control} onWaits={onWaits} onClose={close} />}
    >
      <Facts
        facts={[
          { name: 'Tools', value: list(policy.allowed_tools, 'all') },
          { name: 'Denied tools', value: list(policy.denied_tools, 'none named') },
          { name: 'Venues', value: list(policy.allowed_venues, 'all') },
          {
            name: 'Tokens go to',
            value: policy.counterparties_only ? 'registered counterparties only' : 'anyone',
          },
          {
            name: 'Mints that may leave the wallet',
            value:
              policy.allowed_mints === null ? 'all' : <Keys keys={policy.allowed_mints} what="the mint" />,
          },
        ]}
      />
    </Editable>
  );
}

function list(names: readonly string[] | null, otherwise: string): string {
  return names === null ? otherwise : names.join(', ') || (otherwise === 'all' ? 'none' : otherwise);
}
