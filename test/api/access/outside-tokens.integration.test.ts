import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outsideTokens } from '../../../api/access/tokens/outside.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { startScriptedHttp } from '../../support/scripted-http.ts';
import { testWallet } from '../../support/wallets.ts';

const wallet = testWallet('owner').address;

const CLAIMS = { sub: wallet, iss: 'https://issuer.example', aud: 'rewards' };

let server: Server;
let url: string;
let published: JWK[] = [];
let asked = 0;
let status = 200;
beforeEach(async () => {
  [published, asked, status] = [[], 0, 200];
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** @param kid undefined for a key that has no name, and whose tokens name none */
async function publishedKey(kid: string | undefined, alg = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  published = [...published, { ...(await exportJWK(publicKey)), ...(kid && { kid }), alg }];
  const sign = (expires = '5m') =>
    new SignJWT()
      .setProtectedHeader({ alg, ...(kid && { kid }) })
      .setSubject(wallet)
      .setIssuer('https://issuer.example')
      .setAudience('rewards')
      .setExpirationTime(expires)
      .sign(privateKey);
  return { publicKey, sign };
}

const verifier = () =>
  outsideTokens({
    ...{ jwksUrl: url, issuer: 'https://issuer.example', audience: 'rewards', clock: systemClock },
    cooldownMs: 0,
  });

describe('tokens of an outside issuer', () => {
  test.each(['ES256', 'RS256', 'EdDSA'])('signed with %s by a published key are good', async (alg) => {
    const { sign } = await publishedKey('one', alg);
    expect(await verifier().verify(await sign())).toMatchObject({ wallet, how: 'owner' });
  });

  test('are good with a key that was published later, and refused with one that went', async () => {
    const tokens = verifier();
    const first = await publishedKey('one');
    const old = await first.sign();
    await tokens.verify(old);
    expect(asked).toBe(1);

    published = [];
    const second = await publishedKey('two');
    expect(await tokens.verify(await second.sign())).toMatchObject({ wallet, how: 'owner' });
    expect(asked).toBe(2);
    await expect(tokens.verify(old)).rejects.toMatchObject({ code: 'TOKEN_REFUSED' });
  });

  test.each(['ES256', 'RS256', 'EdDSA'])(
    'that name no key are good by any published %s key, and refused by one that is not published',
    async (alg) => {
      const tokens = verifier();
      const unpublished = await publishedKey(undefined, alg);
      published = [];
      const [old, next] = [await publishedKey(undefined, alg), await publishedKey(undefined, alg)];
      for (const { sign } of [old, next]) {
        expect(await tokens.verify(await sign())).toMatchObject({ wallet, how: 'owner' });
        await expect(tokens.verify(await sign('-1s'))).rejects.toMatchObject({
          ...{ code: 'TOKEN_REFUSED', context: { reason: 'it has expired' } },
        });
      }
      await expect(tokens.verify(await unpublished.sign())).rejects.toMatchObject({
        ...{ code: 'TOKEN_REFUSED', context: { reason: 'its signature does not hold' } },
      });
      expect(asked).toBe(1);
    },
  );

  test('signed with the public key as if it were a secret are refused', async () => {
    const { publicKey } = await publishedKey('one', 'RS256');
    const secret = new TextEncoder().encode(await exportSPKI(publicKey));
    const forged = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setSubject(wallet)
      .setExpirationTime('5m')
      .sign(secret);
    await expect(verifier().verify(forged)).rejects.toMatchObject({ code: 'TOKEN_REFUSED' });
    expect(asked).toBe(0);
  });

  test('that bring their own key are refused, and nobody but the issuer is asked for keys', async () => {
    await publishedKey('one');
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
    await using lure = await startScriptedHttp(() => ({
      status: 200,
      body: JSON.stringify({ keys: [jwk] }),
    }));
    const elsewhere = `${lure.url}/jwks.json`;
    const headers: readonly [object, string][] = [
      [{ kid: 'one', jwk }, 'its signature does not hold'],
      [{ jwk }, 'its signature does not hold'],
      [{ kid: 'one', jku: elsewhere }, 'its signature does not hold'],
      [{ kid: 'one', x5u: elsewhere }, 'its signature does not hold'],
      [{ kid: 'one', x5c: ['AAAA'] }, 'its signature does not hold'],
      [{ kid: 'another' }, 'its issuer has no such key'],
      [{ kid: elsewhere, jku: elsewhere }, 'its issuer has no such key'],
    ];
    const tokens = verifier();
    for (const [header, reason] of headers) {
      const forged = await new SignJWT(CLAIMS)
        .setProtectedHeader({ alg: 'ES256', ...header })
        .setExpirationTime('5m')
        .sign(privateKey);
      await expect(tokens.verify(forged)).rejects.toMatchObject({
        code: 'TOKEN_REFUSED',
        context: { reason },
      });
    }
    expect(lure.questions).toEqual([]);
  });

  test('without a signature are refused, and their issuer is not asked', async () => {
    await publishedKey('one');
    const unsigned = new UnsecuredJWT(CLAIMS).setExpirationTime('5m').encode();
    await expect(verifier().verify(unsigned)).rejects.toMatchObject({
      ...{ code: 'TOKEN_REFUSED', context: { reason: 'its algorithm is not accepted here' } },
    });
    expect(asked).toBe(0);
  });

  test('with a changed payload under the old signature are refused', async () => {
    const { sign } = await publishedKey('one');
    const [header, payload = '', signature] = (await sign()).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = { ...claims, sub: testWallet('victim').address };
    const forged = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
    await expect(verifier().verify(forged)).rejects.toMatchObject({
      ...{ code: 'TOKEN_REFUSED', context: { reason: 'its signature does not hold' } },
    });
  });

  test('cannot be judged while its keys cannot be read, which is no fault of the token', async () => {
    const { sign } = await publishedKey('one');
    status = 500;
    await expect(verifier().verify(await sign())).rejects.toMatchObject({
      code: 'ISSUER_UNREACHABLE',
      status: 503,
    });
    status = 200;
    expect(await verifier().verify(await sign())).toMatchObject({ wallet, how: 'owner' });
  });
});
