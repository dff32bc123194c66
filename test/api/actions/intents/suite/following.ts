import { describe, expect, test } from 'vitest';
import {
  type FollowContext,
  followSubmitted,
  INTENT_MEASURES,
} from '../../../../../api/actions/intents/follow.ts';
import { measured } from '../../../../../api/actions/measures.ts';
import type { SignatureStatus } from '../../../../../api/read/chain/transactions.ts';
import type { Stamp } from '../../../../../api/read/model.ts';
import { LaunchlensError } from '../../../../../core/kernel/errors/error.ts';
import { absent } from '../../../../support/absent.ts';
import { ask, type IntentsUnderTest, planned } from './under-test.ts';

const SIGNED = Buffer.from('a signed transaction');
const LAST_VALID = 150n;

/** A chain and an index as a test wants them to stand. */
function stand() {
  const sent: string[] = [];
  const now = {
    blockHeight: 100n,
    indexedSlot: undefined as bigint | undefined,
    status: undefined as SignatureStatus | undefined,
    unreachable: false,
  };
  const chain: FollowContext['chain'] = {
    accounts: () => absent('accounts'),
    latestBlockhash: () => absent('blockhash'),
    simulate: () => absent('simulation'),
    blockHeight: async () => {
      if (now.unreachable) throw new LaunchlensError('CHAIN_UNREADABLE', { reason: 'it is away' });
      return now.blockHeight;
    },
    send: async (transaction) => {
      sent.push(Buffer.from(transaction).toString());
      return undefined;
    },
    statuses: async (signatures) => signatures.map(() => now.status),
  };
  const mirror: FollowContext['mirror'] = {
    stampAt: async () => {
      if (now.indexedSlot === undefined)
        throw new LaunchlensError('MIRROR_NOT_READY', { reason: 'nothing yet' });
      return { slot: now.indexedSlot } as Stamp;
    },
  };
  return { sent, now, chain, mirror };
}

export function followingSuite(
  under: () => IntentsUnderTest,
  another: () => Promise<IntentsUnderTest>,
): void {
  const submitted = async () => {
    const agent = await under().agent();
    const { intent } = await ask(under(), agent, { confirm: true, plan_id: await planned(under(), agent) });
    const id = intent?.id ?? '';
    const submission = { signature: id, signedTransaction: SIGNED, lastValidBlockHeight: LAST_VALID };
    const step = { at: under().clock.now(), movedBy: 'owner' } as const;
    await under().context.intents.moves.submit(id, submission, step);
    return { owner: agent.owner, id };
  };
  const looker = ({ context, clock }: IntentsUnderTest, { chain, mirror }: ReturnType<typeof stand>) => {
    const follow: FollowContext = {
      ...{ chain, mirror, clock, intents: context.intents, commitment: 'confirmed' },
      known: async () => undefined,
    };
    return () => followSubmitted(follow, measured(INTENT_MEASURES), new AbortController().signal);
  };
  const landed = (parts: Partial<SignatureStatus> = {}): SignatureStatus => ({
    ...{ slot: 42n, error: null, commitment: 'confirmed' },
    ...parts,
  });

  describe('following a submitted intent', () => {
    const over = async () => {
      const chain = stand();
      const one = await submitted();
      const statusNow = async () => under().context.intents.find(one.owner, one.id);
      return { chain, ...one, look: looker(under(), chain), statusNow };
    };

    test('sends again what a process that died had no time to send, the same bytes as long as they can land', async () => {
      const { chain, statusNow } = await over();
      await looker(await another(), chain)();
      expect(new Set(chain.sent)).toEqual(new Set([SIGNED.toString()]));
      expect(await statusNow()).toMatchObject({ status: 'submitted' });
      chain.now.status = landed();
      chain.now.indexedSlot = 42n;
      await looker(await another(), chain)();
      expect(await statusNow()).toMatchObject({ status: 'confirmed', slot: 42n });
    });

    test('tells nothing before the commitment is reached and the index holds the slot', async () => {
      const { chain, look, statusNow } = await over();
      const waits = async () => {
        await look();
        expect(await statusNow()).toMatchObject({ status: 'submitted' });
      };
      chain.now.status = landed({ commitment: 'processed' });
      chain.now.indexedSlot = 100n;
      await waits();
      chain.now.status = landed();
      chain.now.indexedSlot = undefined;
      await waits();
      chain.now.indexedSlot = 41n;
      await waits();
      expect(chain.sent).toEqual([]);
      chain.now.indexedSlot = 42n;
      await look();
      expect(await statusNow()).toMatchObject({ status: 'confirmed' });
    });

    test('is one step, however many processes look at once', async () => {
      const { chain, id, look, statusNow } = await over();
      chain.now.status = landed();
      chain.now.indexedSlot = 42n;
      const beside = looker(await another(), chain);
      await Promise.all([look(), beside(), look(), beside()]);
      expect(await statusNow()).toMatchObject({ status: 'confirmed' });
      const steps = await under().context.intents.steps(id);
      expect(steps.map(({ status }) => status)).toEqual(['proposed', 'submitted', 'confirmed']);
    });

    test('says of one that failed on chain why', async () => {
      const { chain, look, statusNow } = await over();
      chain.now.status = landed({ error: { InstructionError: [2n, { Custom: 6005n }] } });
      chain.now.indexedSlot = 42n;
      await look();
      expect(await statusNow()).toMatchObject({
        ...{ status: 'failed', slot: 42n },
        reason: 'instruction 3 (unknown) fails: error 6005 of the program',
      });
    });

    test('lets it expire only once its blockhash is past and it is in no block', async () => {
      const { chain, look, statusNow } = await over();
      chain.now.blockHeight = LAST_VALID;
      await look();
      expect(await statusNow()).toMatchObject({ status: 'submitted' });
      chain.now.blockHeight = LAST_VALID + 1n;
      chain.now.unreachable = true;
      await expect(look()).rejects.toMatchObject({ code: 'CHAIN_UNREADABLE' });
      expect(await statusNow()).toMatchObject({ status: 'submitted' });
      chain.now.unreachable = false;
      await look();
      expect(await statusNow()).toMatchObject({ status: 'expired', slot: undefined });
    });
  });
}
