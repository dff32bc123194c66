import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { type AccountLayout, fieldOf } from '../../../idl/layout.ts';

type Values = Readonly<Record<string, bigint | Uint8Array>>;

/** An account of a layout: little-endian integers, and bytes as they are; zeros for what is left out. */
export function bytesOf(layout: AccountLayout, values: Values): Buffer {
  const data = Buffer.alloc(layout.size);
  data.set(layout.discriminator);
  for (const [name, value] of Object.entries(values)) {
    const { offset, size } = fieldOf(layout, name);
    if (typeof value === 'bigint') writeInteger(data.subarray(offset, offset + size), value);
    else data.set(value, offset);
  }
  return data;
}

function writeInteger(into: Buffer, value: bigint): void {
  let rest = value;
  for (let at = 0; at < into.length; at += 1, rest >>= 8n) into[at] = Number(rest & 0xffn);
}

export const launchBytes = (values: Values): Buffer => bytesOf(LAUNCH_CONFIG, { status: 1n, ...values });
export const pledgeBytes = (values: Values): Buffer => bytesOf(PLEDGE, values);

export function tokenBytes(amount: bigint): Buffer {
  const data = Buffer.alloc(165);
  data.writeBigUInt64LE(amount, 64);
  return data;
}
