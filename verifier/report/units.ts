/** Base units as tokens of the mint, exact; base units if the decimals are unknown. */
export function formatAmount(amount: bigint, decimals: number | undefined): string {
  if (decimals === undefined) return `${grouped(amount.toString())} base units`;
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = grouped(digits.slice(0, digits.length - decimals));
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Unix seconds in UTC; seconds outside a Date's range stay a number. */
export function formatTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `Unix second ${seconds}`;
  return date.toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}
