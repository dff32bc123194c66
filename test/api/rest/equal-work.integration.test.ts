import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import type { CredentialKind } from '../../../core/rules/scopes.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

/**
 * What an answer takes is told by the statements that were run for it: they are what a stopwatch would see first, and
 * they are the same on any machine. That what is compared is a hash is told by the values that they were run with.
 */
interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const owner = testWallet('owner');
const ran: Statement[] = [];
let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));
  // As on a server: without what one process alone may keep.
  api = await openAgentApi({ ...recorded(store.oltp), kind: 'server' }, clock);
});
afterAll(async () => {
  await store?.[Symbol.asyncDispose]();
});

function recorded(oltp: Oltp): Oltp {
  const noting = (queries: Queries): Queries => ({
    query: (sql, values, row) => {
      ran.push({ sql, values });
      return queries.query(sql, values, row);
    },
    run: (sql, values = []) => {
      ran.push({ sql, values });
      return queries.run(sql, values);
    },
    script: (sql) => queries.script(sql),
  });
  return {
    ...noting(oltp),
    kind: oltp.kind,
    shared: oltp.shared,
    transaction: (work, options) => oltp.transaction((queries) => work(noting(queries)), options),
    writes: () => oltp.writes(),
    describe: () => oltp.describe(),
    close: () => oltp.close(),
  };
}

async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  ran.length = 0;
  await work();
  return [...ran];
}
const sqlOf = (statements: readonly Statement[]) => statements.map(({ sql }) => sql);

const use = (secret: string, kinds: readonly CredentialKind[] = ['token', 'key']) =>
  api.context.agents.access
    .principal({ authorization: `Bearer ${secret}`, surface: '/mcp/agent-v1', kinds })
    .then(
      () => 'good',
      (error: { code: string }) => error.code,
    );

/** A secret that is a real one up to a character, with a checksum that holds. */
function nearMiss(secret: string, at: number): string {
  const { secrets } = api.context.pairing;
  // One in 62 has the same letter where only one is replaced: that would be the secret itself.
  let other = secrets.make('key').secret;
  while (other[at] === secret[at]) other = secrets.make('key').secret;
  const body = `${secret.slice(0, at)}${other.slice(at, -6)}`;
  return `${body}${checksumOf(body)}`;
}

function checksumOf(body: string): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = BigInt(crc32(Buffer.from(body)));
  let text = '';
  for (let place = 0; place < 6; place += 1) {
    text = `${letters[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}

describe('a credential', () => {
  test('that is wrong by its form is refused without asking the store: its form is no secret', async () => {
    const secret = await api.pairedToken(owner);
    const wrong = [`x${secret}`, secret.slice(1), `${secret}a`, secret.toLowerCase(), 'llp_', 'x'.repeat(42)];
    const last = secret.endsWith('0') ? '1' : '0';
    for (const shown of [...wrong, `${secret.slice(0, -1)}${last}`, `llk_${secret.slice(4)}`]) {
      expect(sqlOf(await statementsOf(() => use(shown))), shown).toEqual([]);
    }
  });

  test('that is not known takes one question by its SHA-256, however much of it is right', async () => {
    const { json } = await api.asOwner(owner.address, 'POST', '/keys/', { label: 'a', scopes: ['read'] });
    const good = await statementsOf(() => use(json.key));
    expect(good).toHaveLength(1);
    const hashes = new Set<string>([hashIn(good)]);
    for (let at = 4; at < json.key.length - 6; at += 1) {
      const shown = nearMiss(json.key, at);
      const asked = await statementsOf(async () => expect(await use(shown)).toBe('CREDENTIAL_REFUSED'));
      expect(sqlOf(asked)).toEqual(sqlOf(good));
      hashes.add(hashIn(asked));
    }
    // Hashes have nothing in common, however much their texts do.
    const heads = [...hashes].map((hash) => hash.slice(0, 12));
    expect(new Set(heads).size).toBe(json.key.length - 6 - 4 + 1);
  });

  test('that holds takes the same question where its kind is not taken as one that is not known', async () => {
    const { json } = await api.asOwner(owner.address, 'POST', '/keys/', { label: 'a', scopes: ['read'] });
    const refused = (key: string) =>
      statementsOf(async () => expect(await use(key, ['token'])).toBe('CREDENTIAL_REFUSED'));
    const ofOurs = await refused(json.key);
    const ofNobody = await refused(api.context.pairing.secrets.make('key').secret);
    expect(ofOurs).toHaveLength(1);
    expect(sqlOf(ofOurs)).toEqual(sqlOf(ofNobody));
  });

  test('that was revoked, rotated or has expired takes the same question, then its line in the audit log and for webhooks', async () => {
    const issue = () => api.asOwner(owner.address, 'POST', '/keys/', { label: 'a', scopes: ['read'] });
    const [revoked, rotated, expired] = [await issue(), await issue(), await issue()];
    await api.asOwner(owner.address, 'POST', `/keys/${revoked.json.id}/revoke/`);
    await api.asOwner(owner.address, 'POST', `/keys/${rotated.json.id}/rotate/`);
    const unknown = sqlOf(await statementsOf(() => use(api.context.pairing.secrets.make('key').secret)));
    clock.advance(365 * 86_400_000);
    for (const { json } of [revoked, rotated, expired]) {
      const [question, auditLog, told, ...more] = await statementsOf(async () => {
        expect(await use(json.key)).toBe('CREDENTIAL_REFUSED');
      });
      expect([question?.sql]).toEqual(unknown);
      expect(auditLog?.sql).toMatch(/^INSERT INTO credential_events/);
      expect(told?.sql).toMatch(/INSERT INTO webhook_deliveries/);
      expect(more).toEqual([]);
    }
  });
});

const hashIn = (statements: readonly Statement[]): string => {
  const hash = JSON.stringify(statements[0]?.values).match(/[0-9a-f]{64}/)?.[0];
  if (hash === undefined) throw new Error('it was not asked for by a hash');
  return hash;
};

describe('a code of a pairing', () => {
  const decide = (user_code: string) =>
    api.post('/pair/approve/', {
      ...{ user_code, wallet_address: owner.address, signature: owner.sign('another text') },
    });

  test('that is unknown, expired or used is refused by the same statements, in the same words', async () => {
    const [expired] = [await api.pair()];
    clock.advance(600_000);
    const used = await api.pair();
    await api.decide('approve', used.user_code, owner);
    await api.poll(used.device_code);
    const denied = await api.pair();
    await api.decide('deny', denied.user_code, owner);

    const answers = new Set<string>();
    const works = new Set<string>();
    for (const code of ['BBBB-BBBC', expired.user_code, used.user_code, denied.user_code]) {
      const statements = await statementsOf(async () => {
        const { status, text } = await decide(code);
        answers.add(`${status} ${text}`);
      });
      works.add(sqlOf(statements).join('\n'));
      expect(JSON.stringify(statements)).not.toContain(code);
    }
    expect([answers.size, works.size]).toEqual([1, 1]);
    expect([...answers][0]).toMatch(/^404 /);
  });

  test('of a device that is unknown, expired or delivered is answered by the same statements', async () => {
    const expired = await api.pair();
    clock.advance(600_000);
    const delivered = await api.pair();
    await api.decide('approve', delivered.user_code, owner);
    expect((await api.poll(delivered.device_code)).json.status).toBe('approved');
    const answers = new Set<string>();
    const works = new Set<string>();
    const { device_code: code } = delivered;
    const near = `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`;
    for (const shown of ['nothing', near, expired.device_code, code]) {
      const statements = await statementsOf(async () => {
        const { status, text } = await api.poll(shown);
        answers.add(`${status} ${text}`);
      });
      works.add(sqlOf(statements).join('\n'));
      expect(JSON.stringify(statements)).not.toContain(shown);
    }
    expect([answers.size, works.size]).toEqual([1, 1]);
  });
});
