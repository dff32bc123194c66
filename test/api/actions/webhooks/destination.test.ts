import { describe, expect, test } from 'vitest';
import {
  checkedAddresses,
  isPublicAddress,
  webhookUrl,
} from '../../../../api/actions/webhooks/destination.ts';

const never = new AbortController().signal;
const noNames = () => Promise.reject(new Error('no name is looked up here'));
/** The host name of every case resolves to what the case says. */
const ruling = (addresses: readonly string[]) => ({
  resolve: async () => addresses,
  allowed: isPublicAddress,
});

/** Forms in which a URL can name an address that is nobody's business, as a URL parser reads them. */
const HOSTILE_LITERALS = [
  ...[
    '127.0.0.1',
    '127.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.0.0.1.',
    '０.０.０.０',
  ],
  ...['0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
  ...['0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '100.64.0.1', '100.100.100.200', '168.63.129.16'],
  ...[
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
  ],
  ...['240.0.0.1', '255.255.255.255', '192.88.99.1', '①②⑦.⓪.⓪.①'],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:0a00:0001]',
    '[::127.0.0.1]',
  ],
  ...['[::ffff:8.8.8.8]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ...['[2002:7f00:1::]', '[2002:0a00:0001::1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::10.0.0.1]'],
  ...[
    '[64:ff9b:1::10.0.0.1]',
    '[64:ff9b::8.8.8.8]',
    '[2001::1]',
    '[2001:db8::1]',
    '[100::1]',
    '[::ffff:0:1.2.3.4]',
  ],
  ...['[3fff::1]', '[5f00::1]', '[4000::1]'],
];

const HOSTILE_ADDRESSES = [
  ...['127.0.0.1', '10.9.8.7', '172.20.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '240.0.0.1', '::1', '::', '::ffff:127.0.0.1', 'fe80::1', 'fe80::1%eth0', 'fd00::1'],
  ...['2002:7f00:1::', '64:ff9b::a00:1', 'ff02::1', 'not an address', '', '8.8.8.8 ', '8.8.8'],
];

describe('the address of a webhook', () => {
  test.for(HOSTILE_LITERALS)('is not %s', async (host) => {
    const url = webhookUrl(`https://${host}/hook`);

    await expect(
      checkedAddresses(url, { resolve: noNames, allowed: isPublicAddress }, never),
    ).rejects.toMatchObject({
      code: 'WEBHOOK_URL_FORBIDDEN',
    });
  });

  test.for(HOSTILE_ADDRESSES)(
    'is no name that stands for %o, alone or beside a public one',
    async (address) => {
      const url = webhookUrl('https://hooks.example/');
      for (const addresses of [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]) {
        const checked = checkedAddresses(url, ruling(addresses), never);
        await expect(checked).rejects.toMatchObject({ code: 'WEBHOOK_URL_FORBIDDEN' });
      }
    },
  );

  test.for([
    ['http://hooks.example/', 'https://'],
    ['ftp://hooks.example/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['gopher://hooks.example/', 'https://'],
    ['data:text/plain,x', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['hooks.example/hook', 'not a URL'],
    ['//hooks.example', 'not a URL'],
    ['https://', 'not a URL'],
    ['https://256.256.256.256/', 'not a URL'],
    ['https://[::1', 'not a URL'],
    ['https://user@hooks.example/', 'user name'],
    ['https://user:secret@hooks.example/', 'user name'],
    ['https://hooks.example@127.0.0.1/', 'user name'],
    ['https://hooks.example/#a', '#fragment'],
    ['https://hooks.example:22/', 'port'],
    ['https://hooks.example:80/', 'port'],
    [`https://hooks.example/${'a'.repeat(1024)}`, 'longer'],
  ])('is not %s', ([text = '', reason = '']) => {
    expect(() => webhookUrl(text)).toThrow(reason);
  });

  test('is a public one, of a name or by itself', async () => {
    const rules = ruling(['8.8.8.8', '2606:4700::1111']);
    expect(await checkedAddresses(webhookUrl('https://hooks.example:8443/a?b=c'), rules, never)).toEqual([
      '8.8.8.8',
      '2606:4700::1111',
    ]);
    const literal = { resolve: noNames, allowed: isPublicAddress };
    expect(await checkedAddresses(webhookUrl('https://8.8.8.8/'), literal, never)).toEqual(['8.8.8.8']);
    expect(await checkedAddresses(webhookUrl('https://[2606:4700::1111]/'), literal, never)).toEqual([
      '2606:4700::1111',
    ]);
  });

  test('that has no address and one that is private are refused in the same words', async () => {
    const url = webhookUrl('https://intranet.example/');
    const refusals = await Promise.all(
      [ruling([]), ruling(['10.0.0.1']), { ...ruling([]), resolve: noNames }].map((rules) =>
        checkedAddresses(url, rules, never).catch((error: unknown) => (error as Error).message),
      ),
    );
    expect(new Set(refusals).size).toBe(1);
  });

  test.for(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'may be the public %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
