/** Amounts that a double, an i64 and a u64 cannot hold: the last is their sum. */
export const AMOUNTS = [2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n] as const;
export const SUM = AMOUNTS.reduce((sum, amount) => sum + amount);

const LONG_AGO = '2026-01-02T00:00:00Z';

/** Reward records of a wallet, whose ids are as large as their amounts, as `launchlens backfill rewards` reads them. */
export function rewardRows(wallet: string): string {
  return AMOUNTS.map((amount) => {
    const words = { kind: 'accrued', program: 'season', wallet, at: LONG_AGO };
    return `${JSON.stringify(words).slice(0, -1)},"record_id":${amount},"amount_base_units":${amount}}\n`;
  }).join('');
}

/** What a client prints that has read these records. */
export const MONEY_LINES: readonly string[] = [
  ...AMOUNTS.map((amount) => `record ${amount}: ${amount}`),
  `in total: ${SUM}`,
];
