import type { MintFacts } from '../../../idl/spl-mint.ts';
import type { TokenMetadata } from '../../../idl/token-metadata.ts';
import type { Risk } from '../../../schemas/mcp/token-search.ts';

/** Token-2022 extensions by their type, as far as they are known here. */
const EXTENSIONS: Readonly<Record<number, string>> = {
  1: 'transfer_fee',
  3: 'mint_close_authority',
  4: 'confidential_transfer',
  6: 'default_account_state',
  9: 'non_transferable',
  10: 'interest_bearing',
  12: 'permanent_delegate',
  14: 'transfer_hook',
  16: 'confidential_transfer_fee',
  18: 'metadata_pointer',
  19: 'token_metadata',
  20: 'group_pointer',
  21: 'token_group',
  22: 'group_member_pointer',
  23: 'token_group_member',
  24: 'confidential_mint_burn',
  25: 'scaled_ui_amount',
  26: 'pausable',
};

/** What an extension lets somebody do to a holder. */
const CONCERNS: Readonly<Record<string, string>> = {
  transfer_fee: 'Transfers can be charged a fee, so less may arrive than is sent.',
  mint_close_authority: 'The mint can be closed once nothing is left of the token.',
  default_account_state: 'New token accounts may begin frozen.',
  non_transferable: 'The token cannot be transferred.',
  permanent_delegate: 'A delegate can move or burn the token in any wallet.',
  transfer_hook: 'Another program runs in every transfer and can refuse it.',
  pausable: 'All transfers can be paused.',
};

export function extensionNames({ extensions }: MintFacts): string[] {
  return [...extensions.keys()].map((type) => EXTENSIONS[type] ?? `extension_${type}`);
}

export interface RiskFacts {
  readonly mint: MintFacts;
  readonly metadata: TokenMetadata | undefined;
  /** Whether the operator or this service vouches for the symbol. */
  readonly vouched: boolean;
}

/** Each says what follows from one fact, and which. None is a judgement of the token's worth. */
export function risksOf({ mint, metadata, vouched }: RiskFacts): Risk[] {
  const { mintAuthority, freezeAuthority } = mint;
  const unknown = extensionNames(mint).filter((name) => name.startsWith('extension_'));
  return [
    mintAuthority
      ? risk('mint_authority', 'More of the token can be created at any time.')
      : fine('mint_authority', 'The supply can never grow.'),
    freezeAuthority
      ? risk('freeze_authority', 'Any wallet’s balance can be frozen.')
      : fine('freeze_authority', 'Nobody can freeze a balance.'),
    ...(metadata?.updateAuthority
      ? [risk('metadata.update_authority', 'Its name and symbol may be changed.')]
      : []),
    vouched
      ? fine('symbol', 'The operator or this service vouches for the symbol.')
      : risk('symbol', 'Nobody here vouches for its symbol: anybody can create a token with this name.'),
    ...extensionNames(mint).flatMap((name) => {
      const text = CONCERNS[name];
      return text ? [risk(`extensions.${name}`, text)] : [];
    }),
    ...unknown.map((name) => risk(`extensions.${name}`, 'This service does not know what it allows.')),
  ];
}

const risk = (input: string, text: string): Risk => ({ input, concern: true, text });
const fine = (input: string, text: string): Risk => ({ input, concern: false, text });
