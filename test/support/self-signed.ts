import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OID = 0x06;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const UTF8 = 0x0c;
const TIME = 0x18;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content]);
}

/** In as few bytes as it takes: browsers read nothing else. */
function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const ECDSA_SHA256 = der(SEQUENCE, der(OID, hex('2a8648ce3d040302')));
const NAME = der(
  SEQUENCE,
  der(SET, der(SEQUENCE, der(OID, hex('550403')), der(UTF8, Buffer.from('localhost')))),
);
const VALIDITY = der(
  SEQUENCE,
  der(TIME, Buffer.from('20200101000000Z')),
  der(TIME, Buffer.from('21200101000000Z')),
);
const extension = (oid: string, value: Buffer): Buffer =>
  der(SEQUENCE, der(OID, hex(oid)), der(OCTET_STRING, value));

/** A certificate for localhost and 127.0.0.1 and its key, made on the spot: no key lies in the repository. */
export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authority = extension('551d13', der(SEQUENCE, der(0x01, hex('ff'))));
  const names = der(SEQUENCE, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const certificate = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, hex('02'))),
    der(INTEGER, hex('01')),
    ECDSA_SHA256,
    NAME,
    VALIDITY,
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, authority, extension('551d11', names))),
  );
  const signature = der(BIT_STRING, hex('00'), sign('sha256', certificate, privateKey));
  const base64 = der(SEQUENCE, certificate, ECDSA_SHA256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
