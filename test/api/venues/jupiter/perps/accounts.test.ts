import { BN, web3 } from '@coral-xyz/anchor';
import { describe, expect, test } from 'vitest';
import {
  readCustody,
  readPosition,
  readPriceFeed,
} from '../../../../../api/venues/jupiter/perps/accounts.ts';
import { positionAddresses } from '../../../../../api/venues/jupiter/perps/markets.ts';
import { parsePubkey } from '../../../../../core/kernel/pubkey.ts';
import { CODERS, CUSTODIES, POSITIONS, PRICES, TRADER } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: what Anchor decodes
type Decoded = any;

/** Anchor's values as ours: it gives BN and PublicKey. */
const plain = (value: Decoded) => {
  if (BN.isBN(value)) return BigInt(value.toString());
  return value instanceof web3.PublicKey ? value.toBase58() : value;
};

const custodyOf = (custody: Decoded) => ({
  ...{ pool: custody.pool, mint: custody.mint, priceFeed: custody.dovesAgOracle },
  ...{ impactFeeScalar: custody.pricing.tradeImpactFeeScalar, maxLeverage: custody.pricing.maxLeverage },
  ...{ opensPositions: custody.permissions.allowIncreasePosition, closeFeeBps: custody.decreasePositionBps },
  ...{ owned: custody.assets.owned, locked: custody.assets.locked },
  ...{ shortSizesUsd: custody.assets.globalShortSizes },
  interestRate: custody.fundingRateState.cumulativeInterestRate,
  interestAt: custody.fundingRateState.lastUpdate,
  hourlyFundingDbps: custody.fundingRateState.hourlyFundingDbps,
  ...{ minRateBps: custody.jumpRateState.minRateBps, maxRateBps: custody.jumpRateState.maxRateBps },
  targetRateBps: custody.jumpRateState.targetRateBps,
  targetUtilization: custody.jumpRateState.targetUtilizationRate,
  ...{ debt: custody.debt, debtInterest: custody.borrowLendInterestsAccured },
});

const positionOf = (position: Decoded) => ({
  ...{ owner: position.owner, custody: position.custody, collateralCustody: position.collateralCustody },
  ...{ price: position.price, sizeUsd: position.sizeUsd, collateralUsd: position.collateralUsd },
  interestSnapshot: position.cumulativeInterestSnapshot,
});

const plainly = (record: Record<string, Decoded>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, plain(value)]));

describe('an account recorded on mainnet is read as Anchor reads it after the IDL:', () => {
  test.for(CUSTODIES)('custody %s', ([, held]) => {
    const decoded = CODERS.perpetuals.decode('Custody', Buffer.from(held.data));
    expect(readCustody(held)).toEqual(plainly(custodyOf(decoded)));
  });

  test.for(POSITIONS)('position %s', ([, held]) => {
    const decoded: Decoded = CODERS.perpetuals.decode('Position', Buffer.from(held.data));
    const { side, ...read } = readPosition(held) ?? {};
    expect(read).toEqual(plainly(positionOf(decoded)));
    expect(side).toBe('long' in decoded.side || 'Long' in decoded.side ? 1 : 2);
  });

  test.for(PRICES)('price %s', ([, held]) => {
    const { mint, price, expo, timestamp }: Decoded = CODERS.doves.decode(
      'AgPriceFeed',
      Buffer.from(held.data),
    );
    expect(readPriceFeed(held)).toEqual(plainly({ mint, price, exponent: expo, at: timestamp }));
  });
});

test('a custody with another value in every byte is read as Anchor reads it', () => {
  const [, held] = CUSTODIES[0] ?? expect.unreachable();
  const data = Buffer.from(held.data).map((byte, at) => (at < 8 ? byte : (at * 37 + 11) % 256));
  // One byte of each is not a number: a flag, a kind of oracle, and permissions.
  for (const [at, byte] of [[105, 1], [138, 2], ...Array.from({ length: 7 }, (_, flag) => [199 + flag, 1])])
    data[at ?? 0] = byte ?? 0;
  const decoded = CODERS.perpetuals.decode('Custody', Buffer.from(data));
  expect(readCustody({ ...held, data })).toEqual(plainly(custodyOf(decoded)));
});

describe('anything else is not read:', () => {
  const [, position] = POSITIONS[0] ?? expect.unreachable();
  test.for([
    ['an account of another program', { ...position, owner: TRADER }],
    ['another account of the program', CUSTODIES[0]?.[1]],
    ['one that is too short', { ...position, data: position.data.subarray(0, 209) }],
    ['none', undefined],
  ] as const)('%s', ([, held]) => {
    expect(readPosition(held)).toBeUndefined();
  });
});

test.for([
  [TRADER, POSITIONS.map(([address]) => address)],
  ['JsdXEHXZ9uzfpbV7ppvFh2w2PAx9niYgrmbgMRrbmg7', ['11dTxj34gVm8H97NuTibbbbvQpvCdwfWS3rEHhRnxu']],
  ['GW7pGee93PKqV71St4jSVXigeLgRBcJdFrqTDL53xrYt', ['113vhF8Dtx5euGzzkaLxJFhd65jzBAyAfD1goMWanEn']],
  ['DyMixSVX6PRBzdn8tprPx9ySKASFBG3QGKfhs8rqYf8X', ['115X8EBZRJ8y8b5PDqq9yy2BMc6Ry3niCBbD2SPPbnZ']],
] as const)('the recorded positions of %s are at the derived addresses', ([owner, addresses]) => {
  expect(positionAddresses(parsePubkey(owner))).toEqual(expect.arrayContaining([...addresses]));
});
