import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../core/kernel/clock.ts';
import { smallColumn } from '../../core/oltp/statements.ts';
import { AgentClient, type Heard } from '../support/agent-client.ts';
import { type ApiProcess, ApiProcesses, type GatePlace } from '../support/api-processes.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../support/postgres-server.ts';
import { UNCOUNTED_CALLS } from '../support/uncounted-calls.ts';
import { waitFor } from '../support/wait-for.ts';
import { testWallet } from '../support/wallets.ts';

const POLLS = 200;
const CHANGES = 20;
const ROUNDS = 2;

/** Where the transactions of a process are held up while it is killed, and how many of the three come there. */
const STEPS: readonly {
  readonly step: string;
  readonly held: number;
  readonly places: readonly GatePlace[];
}[] = [
  {
    step: 'before the new credential is written',
    held: 2,
    places: [{ at: 'BEFORE INSERT ON credentials' }],
  },
  {
    step: 'before the old one is ended, and the pairing delivered',
    held: 3,
    places: [
      { at: 'BEFORE UPDATE OF revoked_at ON credentials' },
      { at: 'BEFORE UPDATE OF status ON pairings' },
    ],
  },
  {
    step: 'in the midst of their commits',
    held: 3,
    places: [{ at: 'AFTER INSERT ON credential_events DEFERRABLE INITIALLY DEFERRED', kind: 'CONSTRAINT' }],
  },
];

interface Subject {
  readonly agent: AgentClient;
  /** Another owner: changes of one owner's credentials wait for each other. */
  readonly paired: AgentClient;
  readonly deviceCode: string;
  readonly rotated: { readonly id: string; readonly key: string };
  readonly revoked: { readonly id: string; readonly key: string };
}

interface Answers {
  readonly polls: readonly Heard[];
  readonly rotations: readonly Heard[];
  readonly revocations: readonly Heard[];
}

describe.skipIf(postgresIsMissing)(`credentials at two API processes over ${POSTGRES_SUITE_NAME}`, () => {
  let apis: ApiProcesses;
  let survivor: ApiProcess;
  /** Secrets that nothing may bring back. */
  const dead: string[] = [];

  beforeAll(async () => {
    apis = await ApiProcesses.over(UNCOUNTED_CALLS);
    await apis.indexAt(20n);
    survivor = await apis.start();
  });
  afterAll(async () => {
    await apis?.[Symbol.asyncDispose]();
  });

  const counted = async (sql: string, values: readonly string[]) =>
    (await apis.decisions.oltp.query(sql, values, z.object({ n: smallColumn })))[0]?.n;

  /** An owner with a pairing that is approved, a key to rotate and one to revoke. */
  async function subject(name: string): Promise<Subject> {
    const agent = await AgentClient.of(survivor.url, testWallet(name));
    const [rotated, revoked] = [await agent.issue('to rotate'), await agent.issue('to revoke')];
    const paired = await AgentClient.of(survivor.url, testWallet(`${name}, paired`));
    return { agent, paired, deviceCode: await paired.approvedPairing(), rotated, revoked };
  }

  /** Polls, rotations and revocations at once, one after another at either process. */
  function crowd(of: Subject, [a, b]: readonly [ApiProcess, ApiProcess], first: Partial<Counts> = {}) {
    const { polls = POLLS, changes = CHANGES } = first;
    const each = (count: number, ask: (url: string) => Promise<Heard>) =>
      Promise.all(Array.from({ length: count }, (_, at) => ask((at % 2 === 0 ? a : b).url)));
    return {
      polls: each(polls, (url) => of.paired.poll(of.deviceCode, url)),
      rotations: each(changes, (url) => of.agent.change('rotate', of.rotated.id, url)),
      revocations: each(changes, (url) => of.agent.change('revoke', of.revoked.id, url)),
    };
  }

  const settled = async (asked: ReturnType<typeof crowd>): Promise<Answers> => {
    const [polls, rotations, revocations] = await Promise.all([
      asked.polls,
      asked.rotations,
      asked.revocations,
    ]);
    return { polls, rotations, revocations };
  };

  /** What must hold whoever was killed when. */
  async function expectWhole(
    { agent, paired, deviceCode, rotated, revoked }: Subject,
    heard: Answers,
  ): Promise<void> {
    const { url } = survivor;
    // One token at most was ever told, and it is the only one that there is.
    const polls = [...heard.polls, await paired.poll(deviceCode, url), await paired.poll(deviceCode, url)];
    expect(['approved', 'expired', 503, undefined]).toEqual(
      expect.arrayContaining(polls.map(({ status, json }) => (status === 200 ? json.status : status))),
    );
    const tokens = polls.flatMap(({ json }) => json.token ?? []);
    expect(tokens.length).toBeLessThanOrEqual(1);
    const [token] = tokens;
    expect((await paired.list('tokens')).map(({ revoked_at }) => revoked_at)).toEqual([null]);
    if (token !== undefined) expect(await agent.use(token, url)).toBe(200);

    // Of the rotations one took place, and exactly one key of its line holds.
    const told = heard.rotations.filter(({ status }) => status === 200);
    expect(told.length).toBeLessThanOrEqual(1);
    expect([200, 409, 503, undefined]).toEqual(
      expect.arrayContaining(heard.rotations.map(({ status }) => status)),
    );
    const line = (await agent.list('keys')).filter(({ label }) => label === 'to rotate');
    const live = line.filter(({ revoked_at }) => revoked_at === null);
    expect([line.length, live.length]).toEqual([2, 1]);
    expect(line.find(({ id }) => id === rotated.id)?.replaced_by).toBe(live[0]?.id);
    if (told[0]) expect(await agent.use(told[0].json.key ?? '', url)).toBe(200);
    const next = await agent.change('rotate', live[0]?.id ?? '', url);
    expect([next.status, await agent.use(next.json.key ?? '', url)]).toEqual([200, 200]);
    dead.push(rotated.key, revoked.key, ...told.flatMap(({ json }) => json.key ?? []));

    // Revoked is revoked, once.
    expect([200, 503, undefined]).toEqual(
      expect.arrayContaining(heard.revocations.map(({ status }) => status)),
    );
    expect((await agent.change('revoke', revoked.id, url)).status).toBe(200);
    expect(await counted(EVENTS_OF, [revoked.id, 'revoked'])).toBe(1);
    expect(await counted(EVENTS_OF, [rotated.id, 'rotated'])).toBe(1);
    expect(await counted(UNTOLD, [])).toBe(0);
  }

  async function expectDead({ url }: ApiProcess): Promise<void> {
    const agent = await AgentClient.of(url, testWallet('nobody'));
    for (const secret of dead) expect(await agent.use(secret, url)).toBe(401);
  }

  test('two hundred polls, twenty rotations and twenty revocations at once are one of each', async () => {
    const other = await apis.start();
    const of = await subject('at once');
    const heard = await settled(crowd(of, [survivor, other]));
    expect(heard.polls.filter(({ json }) => json.status === 'approved')).toHaveLength(1);
    expect(heard.polls.filter(({ json }) => json.status === 'expired')).toHaveLength(POLLS - 1);
    expect(heard.rotations.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(heard.revocations.filter(({ status }) => status === 200)).toHaveLength(CHANGES);
    await expectWhole(of, heard);
    for (const process of [survivor, other]) await expectDead(process);
    expect((await other.process.end('SIGTERM')).code).toBe(0);
  });

  test('a process killed among them leaves one of each, whenever it is', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const of = await subject(`killed ${round}`);
      const victim = await apis.start();
      await expectDead(victim);

      const asked = crowd(of, [victim, survivor]);
      await systemClock.sleep(round * 20);
      await victim.process.end('SIGKILL');

      await expectWhole(of, await settled(asked));
      await expectDead(survivor);
    }
  });

  test.for(STEPS)('a process killed $step leaves one of each', async ({ step, held, places }) => {
    const of = await subject(step);
    const victim = await apis.start();
    await expectDead(victim);
    let heard: Answers | undefined;
    let asked: ReturnType<typeof crowd> | undefined;
    let first: ReturnType<typeof crowd> | undefined;

    // When one of each has come to the step, many wait behind them, and their process is killed
    await apis.heldUp(places, async ({ atGate, waiting }) => {
      first = crowd(of, [victim, victim], { polls: 1, changes: 1 });
      await waitFor(async () => (await atGate()) === held, {
        what: `${held} transactions ${step}`,
      });
      asked = crowd(of, [survivor, victim], { polls: POLLS - 1, changes: CHANGES - 1 });
      await waitFor(async () => (await waiting()) > held + 3, { what: 'others behind them' });
      await victim.process.end('SIGKILL');
    });
    if (first && asked) {
      const [one, many] = [await settled(first), await settled(asked)];
      heard = {
        polls: [...one.polls, ...many.polls],
        rotations: [...one.rotations, ...many.rotations],
        revocations: [...one.revocations, ...many.revocations],
      };
    }

    if (!heard) throw new Error('nothing was asked');
    await expectWhole(of, heard);
    await expectDead(survivor);
  });
});

interface Counts {
  readonly polls: number;
  readonly changes: number;
}

const EVENTS_OF = 'SELECT count(*) AS n FROM credential_events WHERE credential_id = $1 AND kind = $2';
/** Credentials that were issued without an event of it, or with two. */
const UNTOLD = `SELECT count(*) AS n FROM credentials WHERE
  (SELECT count(*) FROM credential_events WHERE credential_id = credentials.id AND kind = 'issued') <> 1`;
