import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { Page } from 'playwright-core';

/** A wallet of the Wallet Standard for pages under test. Its keys are thrown away with it. */
export interface BrowserWallet {
  /** Addresses of its accounts; the first is the one that it shows first. */
  readonly addresses: readonly string[];
  /** Texts that it signed. */
  readonly signed: readonly string[];
  /** Messages of transactions that it signed. */
  readonly signedMessages: readonly Uint8Array[];
  /** Signs as its first account, outside of any page. */
  sign(text: string): string;
  /** Whether it declines what it is asked from now on. */
  refuses: boolean;
  /** Whether it signs something else than it was given. */
  distorts: boolean;
  /** Puts it into a page, before the page's own scripts. */
  install(page: Page): Promise<void>;
  /** Shows another of its accounts, as an owner chooses it in the wallet. */
  switchTo(page: Page, address: string): Promise<void>;
}

interface Asked {
  readonly address: string;
  readonly bytes: readonly number[];
  readonly what: 'text' | 'transaction';
}

interface Signed {
  readonly message: readonly number[];
  readonly signature: readonly number[];
}

/** A key as a wallet holds it: it signs, and does not leave. */
export interface WalletKey {
  readonly address: string;
  signBytes(bytes: Uint8Array): Uint8Array;
}

export interface BrowserWalletOptions {
  /** Keys of its accounts; one that nobody knows without. */
  readonly keys?: readonly WalletKey[];
  /** Whether it offers to sign transactions too. */
  readonly transactions?: boolean;
}

/** Keys that nobody knows. */
export const throwAwayKeys = (count: number): WalletKey[] =>
  Array.from({ length: count }, () => {
    const secret = ed25519.utils.randomSecretKey();
    const address = base58.encode(ed25519.getPublicKey(secret));
    return { address, signBytes: (bytes) => ed25519.sign(bytes, secret) };
  });

export function browserWallet({
  keys: held = throwAwayKeys(1),
  transactions = true,
}: BrowserWalletOptions = {}): BrowserWallet {
  const [first] = held;
  const signed: string[] = [];
  const signedMessages: Uint8Array[] = [];
  const wallet: BrowserWallet = {
    addresses: held.map(({ address }) => address),
    signed,
    signedMessages,
    sign: (text) => {
      if (first === undefined) throw new Error('a wallet without accounts signs nothing');
      return base58.encode(first.signBytes(new TextEncoder().encode(text)));
    },
    refuses: false,
    distorts: false,
    install: async (page) => {
      await page.exposeFunction('launchlensTestSigns', ({ address, bytes, what }: Asked): Signed | null => {
        const key = held.find((one) => one.address === address);
        if (wallet.refuses || key === undefined) return null;
        const message = Uint8Array.from(wallet.distorts ? [...bytes, 33] : bytes);
        if (what === 'transaction') signedMessages.push(message);
        else signed.push(new TextDecoder().decode(message));
        return { message: [...message], signature: [...key.signBytes(message)] };
      });
      const keys = wallet.addresses.map((address) => ({ address, key: [...base58.decode(address)] }));
      await page.addInitScript(installInPage, { keys, transactions });
    },
    switchTo: async (page, address) => {
      await page.evaluate((to) => {
        const shown = globalThis as unknown as { launchlensTestShows(address: string): void };
        shown.launchlensTestShows(to);
      }, address);
    },
  };
  return wallet;
}

interface Key {
  readonly address: string;
  readonly key: readonly number[];
}

interface Installed {
  readonly keys: readonly Key[];
  readonly transactions: boolean;
}

/** Runs in the page. */
function installInPage({ keys, transactions }: Installed): void {
  const page = globalThis as unknown as EventTarget & {
    launchlensTestSigns(asked: Asked): Promise<Signed | null>;
    launchlensTestShows(address: string): void;
  };
  const features = ['solana:signMessage', ...(transactions ? ['solana:signTransaction'] : [])];
  const chains = ['solana:localnet'];
  const accounts = keys.map(({ address, key }) => ({
    ...{ address, features, chains },
    publicKey: Uint8Array.from(key),
  }));
  let shown = accounts.slice(0, 1);
  const listeners = new Set<(changed: unknown) => void>();
  page.launchlensTestShows = (address) => {
    shown = accounts.filter((account) => account.address === address);
    for (const listener of listeners) listener({ accounts: shown });
  };
  type Account = { account: { address: string } };
  const ask = async (
    { account }: Account,
    what: Asked['what'],
    bytes: readonly number[],
  ): Promise<Signed> => {
    const answer = await page.launchlensTestSigns({ address: account.address, bytes, what });
    if (answer === null) throw new Error('User rejected the request.');
    return answer;
  };
  const sign = async (input: Account & { message: Uint8Array }) => {
    const { message, signature } = await ask(input, 'text', [...input.message]);
    return { signedMessage: Uint8Array.from(message), signature: Uint8Array.from(signature) };
  };
  // A transaction of one signer: a count, the place of the signature, and the message.
  const signTransaction = async (input: Account & { transaction: Uint8Array }) => {
    const { message, signature } = await ask(input, 'transaction', [...input.transaction.slice(65)]);
    return { signedTransaction: Uint8Array.from([1, ...signature, ...message]) };
  };
  const wallet = {
    version: '1.0.0',
    name: 'Test wallet',
    icon: `data:image/svg+xml;base64,${btoa(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#5a4fcf"/></svg>',
    )}`,
    chains,
    get accounts() {
      return shown;
    },
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: shown }) },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, listener: (changed: unknown) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: (...inputs: Parameters<typeof sign>[0][]) => Promise.all(inputs.map(sign)),
      },
      ...(transactions && {
        'solana:signTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: ['legacy', 0],
          signTransaction: (...inputs: Parameters<typeof signTransaction>[0][]) =>
            Promise.all(inputs.map(signTransaction)),
        },
      }),
    },
  };
  const register = (api: { register(wallet: unknown): void }): void => api.register(wallet);
  page.addEventListener('wallet-standard:app-ready', (event) => {
    register((event as CustomEvent<{ register(wallet: unknown): void }>).detail);
  });
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
