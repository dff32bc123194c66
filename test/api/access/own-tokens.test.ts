import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ownTokens } from '../../../api/access/tokens/own.ts';
import { testWallet } from '../../support/wallets.ts';

const SECRET = 'a secret of more than thirty-two characters';
const key = new TextEncoder().encode(SECRET);
const NOW = Date.parse('2026-10-01T12:00:00.700Z');
const clock = { now: () => NOW, sleep: async () => undefined };
const wallet = testWallet('owner').address;
const tokens = ownTokens(SECRET, { issuer: undefined, audience: undefined, clock });
const strict = ownTokens(SECRET, { issuer: 'https://launchlens.example', audience: 'rewards', clock });

const seconds = Math.floor(NOW / 1000);
const made = (alg = 'HS256') => new SignJWT().setProtectedHeader({ alg }).setSubject(wallet);
const base64url = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
const refused = (reason: string) => ({
  code: 'TOKEN_REFUSED',
  status: 401,
  context: { reason: expect.stringContaining(reason) },
});

describe('tokens of our own', () => {
  test('are good until they expire, and name the wallet', async () => {
    const { token, expiresAt } = await tokens.issue(wallet);
    expect(expiresAt).toBe(seconds * 1000 + 12 * 3_600_000);
    expect(await tokens.verify(token)).toMatchObject({ wallet, how: 'owner' });
    const later = { ...clock, now: () => expiresAt };
    const then = ownTokens(SECRET, { issuer: undefined, audience: undefined, clock: later });
    await expect(then.verify(token)).rejects.toMatchObject(refused('expired'));
  });

  test('carry the issuer and the audience that are configured, and must', async () => {
    const { token } = await strict.issue(wallet);
    expect(await strict.verify(token)).toMatchObject({ wallet, how: 'owner' });
    const plain = await tokens.issue(wallet);
    await expect(strict.verify(plain.token)).rejects.toMatchObject(refused('it has no'));
    const from = (issuer: string, audience: string) =>
      made()
        .setExpirationTime(seconds + 60)
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(key);
    const ours = 'https://launchlens.example';
    await expect(strict.verify(await from('https://else.example', 'rewards'))).rejects.toMatchObject(
      refused('its iss'),
    );
    await expect(strict.verify(await from(ours, 'others'))).rejects.toMatchObject(refused('its aud'));
    expect(await strict.verify(await from(ours, 'rewards'))).toMatchObject({ wallet, how: 'owner' });
  });

  test('without an expiry are refused', async () => {
    await expect(tokens.verify(await made().sign(key))).rejects.toMatchObject(refused('it has no exp'));
  });

  test('signed by another secret, another algorithm or none are refused', async () => {
    const expiring = (alg?: string) => made(alg).setExpirationTime(seconds + 60);
    const foreign = await expiring().sign(new TextEncoder().encode(`${SECRET}!`));
    await expect(tokens.verify(foreign)).rejects.toMatchObject(refused('signature'));
    const longer = new TextEncoder().encode(SECRET.repeat(2));
    const hs512 = await expiring('HS512').sign(longer);
    await expect(
      ownTokens(SECRET.repeat(2), { issuer: undefined, audience: undefined, clock }).verify(hs512),
    ).rejects.toMatchObject(refused('algorithm'));
    const unsigned = new UnsecuredJWT({ sub: wallet, exp: seconds + 60 }).encode();
    await expect(tokens.verify(unsigned)).rejects.toMatchObject(refused('algorithm'));
  });

  test.each<[string, object]>([
    ['jwk', { jwk: { kty: 'oct', k: Buffer.from(`${SECRET}!`).toString('base64url') } }],
    ['jku', { jku: 'https://attacker.example/jwks.json' }],
    ['x5u', { x5u: 'https://attacker.example/certificate.pem' }],
    ['x5c', { x5c: [Buffer.from('a certificate').toString('base64')] }],
    ['kid', { kid: '../../../../dev/null' }],
  ])('that name their own key by %s are refused', async (_name, header) => {
    const forged = await new SignJWT({ sub: wallet, exp: seconds + 60 })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(new TextEncoder().encode(`${SECRET}!`));
    await expect(tokens.verify(forged)).rejects.toMatchObject(refused('signature'));
  });

  test('signed by a private key whose public half they carry are refused', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const forged = await new SignJWT({ sub: wallet, exp: seconds + 60 })
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    await expect(tokens.verify(forged)).rejects.toMatchObject(refused('algorithm'));
  });

  test.each(['none', 'None', 'NONE', ''])(
    'are refused with alg "%s", also under a good signature',
    async (alg) => {
      const [, payload, signature] = (await tokens.issue(wallet)).token.split('.');
      const header = base64url({ alg, typ: 'JWT' });
      for (const end of ['', signature]) {
        await expect(tokens.verify(`${header}.${payload}.${end}`)).rejects.toMatchObject({
          ...{ code: 'TOKEN_REFUSED', status: 401 },
        });
      }
    },
  );

  test('with a changed payload under the old signature are refused', async () => {
    const [header, payload = '', signature] = (await tokens.issue(wallet)).token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    for (const changed of [
      { sub: testWallet('victim').address },
      { exp: seconds + 1e9 },
      { iat: seconds + 9 },
    ]) {
      const forged = `${header}.${base64url({ ...claims, ...changed })}.${signature}`;
      await expect(tokens.verify(forged)).rejects.toMatchObject(refused('signature'));
    }
  });

  test('say when their owner signed in: by auth_time, else by iat, else not at all', async () => {
    const signedInAt = async (claims: Record<string, number>) => {
      const token = new SignJWT({ ...claims, exp: seconds + 60 }).setProtectedHeader({ alg: 'HS256' });
      return (await tokens.verify(await token.sign(key))).session?.signedInAt;
    };
    expect(await signedInAt({ auth_time: 7, iat: 9 })).toBe(7_000);
    expect(await signedInAt({ iat: 9 })).toBe(9_000);
    expect(await signedInAt({})).toBeUndefined();
  });

  test('whose subject is no wallet are accounts without one', async () => {
    const token = made()
      .setSubject('user-17')
      .setExpirationTime(seconds + 60);
    expect(await tokens.verify(await token.sign(key))).toMatchObject({ wallet: undefined, how: 'owner' });
  });

  test('are not repeated by the refusal', async () => {
    const token = await made().sign(key);
    await expect(tokens.verify(token)).rejects.not.toThrow(token.slice(0, 10));
  });
});
