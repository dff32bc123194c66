import { type Pubkey, pubkeyFromBytes } from '../../../../core/kernel/pubkey.ts';
import { accountDiscriminator } from '../../../../idl/discriminators.ts';
import type { ChainAccount } from '../../../read/chain/reader.ts';
import { PERPS_PROGRAM_ID } from './accounts.ts';

/** What a trader asked keepers to do, while it is not done. Amounts and prices are in millionths of a US dollar. */
export interface PositionRequest {
  readonly owner: Pubkey;
  readonly pool: Pubkey;
  readonly custody: Pubkey;
  readonly position: Pubkey;
  /** Unix seconds. */
  readonly openTime: bigint;
  readonly sizeUsd: bigint;
  /** Whether it makes the position larger. */
  readonly increases: boolean;
  /** 1 is long, 2 short. */
  readonly side: number;
  /** At which it is executed; undefined for at once. */
  readonly triggerPrice: bigint | undefined;
  readonly triggersAbove: boolean;
  readonly entirePosition: boolean;
  readonly executed: boolean;
}

export const REQUEST_DISCRIMINATOR = Buffer.from(accountDiscriminator('PositionRequest'));
export const REQUEST_OWNER_AT = 8;
const AT = {
  pool: 40,
  custody: 72,
  position: 104,
  openTime: 168,
  sizeUsd: 184,
  change: 200,
  type: 201,
  side: 202,
};
const OPTIONS_AT = 203;
const [INCREASE, TRIGGER] = [1, 1];

/** Undefined for any other account. */
export function readRequest(held: ChainAccount['held']): PositionRequest | undefined {
  if (held?.owner !== PERPS_PROGRAM_ID) return undefined;
  const view = Buffer.from(held.data);
  if (!REQUEST_DISCRIMINATOR.equals(view.subarray(0, REQUEST_DISCRIMINATOR.length))) return undefined;
  const options = view.length > OPTIONS_AT ? optionsOf(view) : undefined;
  if (options === undefined) return undefined;
  const key = (at: number) => pubkeyFromBytes(view.subarray(at, at + 32));
  const isTrigger = view[AT.type] === TRIGGER;
  return {
    ...{
      owner: key(REQUEST_OWNER_AT),
      pool: key(AT.pool),
      custody: key(AT.custody),
      position: key(AT.position),
    },
    ...{ openTime: view.readBigInt64LE(AT.openTime), sizeUsd: view.readBigUInt64LE(AT.sizeUsd) },
    ...{ increases: view[AT.change] === INCREASE, side: view.readUInt8(AT.side) },
    ...options,
    triggerPrice: isTrigger ? options.triggerPrice : undefined,
  };
}

/** Members that may be left out, each behind a byte that says whether it is there. Undefined if bytes are missing. */
function optionsOf(view: Buffer) {
  let at = OPTIONS_AT;
  const next = (size: number): Buffer => {
    at += size;
    return view.subarray(at - size, at);
  };
  const option = (size: number) => (next(1)[0] === 1 ? next(size) : undefined);
  for (const _skipped of ['priceSlippage', 'jupiterMinimumOut', 'preSwapAmount']) option(8);
  const [price, above, entire, executed] = [option(8), option(1), option(1), next(1)];
  if (at > view.length) return undefined;
  return {
    triggerPrice: price?.readBigUInt64LE(),
    ...{ triggersAbove: above?.[0] === 1, entirePosition: entire?.[0] === 1, executed: executed[0] === 1 },
  };
}
