import { describe, expect, test } from 'vitest';
import { createLinkVenue } from '../../../api/venues/link-venue.ts';
import { isLink } from '../../../schemas/venues/link.ts';
import { pubkeyOf } from '../../support/index-builder.ts';

describe('a link to a provider', () => {
  test.each([
    'https://ferry.example/',
    'https://ferry.example/{action}?amount={amount}&to={destination_address}',
    'https://ferry.example:8443/a#b={currency}',
  ])('may be %s', (link) => {
    expect(isLink(link)).toBe(true);
  });

  test.each([
    'http://ferry.example/',
    'https://ferry.example',
    'https://{mint}.example/',
    'https://user@ferry.example/',
    'https://ferry.example/{secret}',
    'https://ferry.example/{amount',
    'https://ferry.example/ {amount}',
    'javascript:alert(1)',
    `https://ferry.example/${'x'.repeat(1_000)}`,
  ])('may not be %s', (link) => {
    expect(isLink(link)).toBe(false);
  });

  test('is filled with what is given, so that nothing of it is more than a value', async () => {
    const owner = pubkeyOf('owner');
    const venue = createLinkVenue({
      kind: 'bridge',
      link: 'https://ferry.example/?to={mint}&by={owner}&x={amount}',
    });
    const parameters = { mint: 'a&b=c#d/../{amount} é' };
    const asker = { lane: 'calls', client: owner } as const;
    expect(await venue.build?.({ action: 'bridge_out', owner, parameters, asker })).toEqual({
      kind: 'hand_off',
      url: `https://ferry.example/?to=a%26b%3Dc%23d%2F..%2F%7Bamount%7D%20%C3%A9&by=${owner}&x=`,
    });
  });
});
