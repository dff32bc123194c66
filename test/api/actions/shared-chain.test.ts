import { expect, test } from 'vitest';
import { onBehalfOf } from '../../../api/access/asking-network.ts';
import type { LimitName } from '../../../api/access/limit-names.ts';
import { shareChain } from '../../../api/actions/shared-chain.ts';
import { absent } from '../../support/absent.ts';

function openChain() {
  const refused: LimitName[] = [];
  const chain = shareChain({ account: absent('account') }, { limited: (limit) => refused.push(limit) });
  let finish = (): void => undefined;
  const open = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const ask = (network: string, work: () => Promise<unknown> = () => open) =>
    onBehalfOf(network, () => chain.inTurn(work));
  return { ask, refused, finish: () => finish() };
}

test('one network has two readings of the chain at a time, and all have eight', async () => {
  const { ask, refused, finish } = openChain();
  const running = [ask('10.0.0.1'), ask('10.0.0.1')];

  await expect(ask('10.0.0.1')).rejects.toMatchObject({ code: 'CHAIN_READER_BUSY', status: 503 });
  for (const host of [2, 3, 4, 5, 6, 7]) running.push(ask(`10.${host}.0.1`));
  await expect(ask('10.8.0.1')).rejects.toMatchObject({ code: 'CHAIN_READER_BUSY' });
  expect(refused).toEqual(['chain_reads', 'chain_reads']);

  finish();
  await Promise.all(running);
  await expect(ask('10.0.0.1', async () => 1)).resolves.toBe(1);
});

test('one /64 of IPv6 is one network, and a reading that fails makes room', async () => {
  const { ask } = openChain();
  const failing = () => Promise.reject(new TypeError('the node is gone'));
  for (const host of [1, 2, 3]) await expect(ask(`2001:db8::${host}`, failing)).rejects.toThrow('gone');
  void ask('2001:db8::1');
  void ask('2001:db8::2');

  await expect(ask('2001:db8::3')).rejects.toMatchObject({ code: 'CHAIN_READER_BUSY' });
});
