import type { DecodedAccount, DecodedInstruction, Intent } from '../../../data/owner/intent-shapes.ts';
import { formatCount, grouped } from '../../../model/formats.ts';
import { wordsOf } from '../../../model/intents.ts';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Amount, Badge, KeyText } from '../../../parts/values.tsx';

export interface InstructionViewProps {
  readonly instruction: DecodedInstruction;
  /** Its owner, and the additional payments. */
  readonly intent: Pick<Intent, 'owner' | 'technology_fee'>;
}

/** One decoded instruction, with its accounts collapsed. */
export function InstructionView({ instruction, intent }: InstructionViewProps) {
  const { program, program_name: programName, instruction: name, accounts, amount } = instruction;
  const facts = argumentsOf(instruction);
  const fee = intent.technology_fee?.account;
  const paysFee = amount !== null && fee !== undefined && accounts.some(({ address }) => address === fee);
  return (
    <li className="instruction" data-known={programName !== null}>
      <div className="row row-between">
        <strong>{name === null ? 'Unknown instruction' : (PLAIN[name] ?? wordsOf(name))}</strong>
        {amount !== null && (
          <span className="amount-moved">
            <Amount base={amount.amount} decimals={amount.decimals} />
          </span>
        )}
      </div>
      <div className="row small">
        {programName === null ? (
          <Badge tone="warn">Unknown program</Badge>
        ) : (
          <span>{wordsOf(programName)}</span>
        )}
        <KeyText value={program} what="the program" />
        {paysFee && <Badge>technology fee</Badge>}
      </div>
      {facts.length > 0 && (
        <div className="small">
          <Facts look="pairs" facts={facts} />
        </div>
      )}
      {accounts.length > 0 && (
        <details>
          <summary>{formatCount(accounts.length, 'account')}</summary>
          <ol className="accounts">
            {accounts.map((account, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an account may stand in several places, and none moves.
              <AccountLine key={index} account={account} owner={intent.owner} />
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** Plain descriptions of common instructions. */
const PLAIN: Readonly<Record<string, string>> = {
  set_compute_unit_limit: 'Set the compute limit',
  set_compute_unit_price: 'Set the priority fee',
  create_idempotent: 'Create the token account if it is missing',
  transfer_checked: 'Transfer',
};

function argumentsOf({ arguments: given, amount }: DecodedInstruction): Fact[] {
  return Object.entries(given)
    .filter(([name]) => amount === null || name !== 'decimals')
    .map(([name, value]) => ({
      name: wordsOf(name),
      value: name === 'amount' && amount !== null ? `${grouped(amount.amount)} base units` : value,
    }));
}

function AccountLine({ account, owner }: { readonly account: DecodedAccount; readonly owner: string }) {
  const { name, address, signer, writable } = account;
  return (
    <li>
      <span>{name === null ? 'not named' : wordsOf(name)}</span>
      {address === null ? (
        <span className="quiet">in a look-up table</span>
      ) : (
        <KeyText value={address} what={`the account ${name ?? ''}`.trim()} />
      )}
      <span className="row roles">
        {address === owner && <Badge tone="info">you</Badge>}
        {signer && <Badge tone="warn">signs</Badge>}
        <Badge>{writable ? 'may change' : 'read only'}</Badge>
      </span>
    </li>
  );
}
