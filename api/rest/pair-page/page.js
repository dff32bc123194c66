// The page on which the owner of a wallet decides about the pairing of an agent. Nothing is decided by opening it.
(() => {
  const api = new URL('../api/v1/', document.currentScript.src);
  const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const MEANINGS = {
    read: 'read: look things up, and pause or stop your agent wallets',
    quote: 'quote: ask for prices of swaps; nothing is executed',
    intent: 'intent: propose transactions, which you sign yourself',
    manage: 'manage: change settings that move no funds',
    trade: 'trade: swap, lend, bridge, send and fund',
    strategy: 'strategy: create, change and run strategies',
    perps: 'perps: open, change and close leveraged positions',
    equity: 'equity: trade tokenized equities',
    wallet_admin: 'wallet_admin: change policies, limits and signers of your agent wallets',
  };
  const element = (id) => document.getElementById(id);
  const say = (text) => {
    element('status').textContent = text;
  };

  /** Wallets of the Wallet Standard that can sign a message, by name; then the one that older wallets leave behind. */
  const wallets = new Map();
  const offer = () => {
    const names = [...wallets.keys()];
    element('wallet').replaceChildren(...names.map((name) => new Option(name, name)));
    element('no-wallet').hidden = names.length > 0;
  };
  const register = (...found) => {
    for (const wallet of found) {
      if (wallet.features['standard:connect'] && wallet.features['solana:signMessage']) {
        wallets.set(wallet.name, (text) => signByStandard(wallet, text));
      }
    }
    offer();
    return () => {};
  };
  async function signByStandard(wallet, text) {
    const { accounts } = await wallet.features['standard:connect'].connect();
    const account = accounts.find(({ features }) => features.includes('solana:signMessage')) ?? accounts[0];
    if (!account) throw new Error('The wallet gave no account.');
    const message = new TextEncoder().encode(text);
    const [signed] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    if (signed.signedMessage && new TextDecoder().decode(signed.signedMessage) !== text) {
      throw new Error('The wallet signed another text than the one that is shown.');
    }
    return { address: account.address, signature: signed.signature };
  }
  async function signByInjected(injected, text) {
    const { publicKey } = await injected.connect();
    const { signature } = await injected.signMessage(new TextEncoder().encode(text), 'utf8');
    return { address: publicKey.toString(), signature };
  }

  async function ask(path, body) {
    const options = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(new URL(path, api), { ...options, cache: 'no-store', credentials: 'omit' });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.detail);
    return answer;
  }

  function base58(bytes) {
    let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    let text = '';
    for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text;
    return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
  }

  const showTime = (id, instant) => {
    element(id).dateTime = instant;
    element(id).textContent = new Date(instant).toLocaleString();
  };
  const scopeItem = (scope) => {
    const item = document.createElement('li');
    item.textContent = MEANINGS[scope] ?? scope;
    return item;
  };

  let open;
  async function show() {
    const typed = element('code').value.trim();
    const request = await ask(`pair/request/?user_code=${encodeURIComponent(typed)}`);
    const letters = typed.replace('-', '').toUpperCase();
    open = { code: `${letters.slice(0, 4)}-${letters.slice(4)}`, message: request.message };
    element('who').textContent = `“${request.client_name}” asks to act for your wallet`;
    element('shown-code').textContent = open.code;
    element('scopes').replaceChildren(...request.requested_scopes.map(scopeItem));
    showTime('expires', request.expires_at);
    showTime('token-expires', request.token_expires_at);
    element('message').textContent = request.message;
    element('request').hidden = false;
    say('');
  }
  async function decide(verb) {
    const { code, message } = open;
    const sign = wallets.get(element('wallet').value);
    if (!sign) throw new Error('Choose a wallet first.');
    say('Your wallet asks you to sign…');
    const { address, signature } = await sign(message);
    const body = { user_code: code, wallet_address: address, signature: base58([...signature]) };
    const { status } = await ask(`pair/${verb}/`, body);
    element('request').hidden = true;
    element('ask').hidden = true;
    say(
      status === 'approved'
        ? 'Approved. Your agent has what it asked for; you can close this page.'
        : 'Denied. Nothing was given; you can close this page.',
    );
  }

  /** One thing at a time, and told when it fails. */
  const doing = (work) => async (event) => {
    event?.preventDefault();
    const buttons = document.querySelectorAll('button');
    for (const button of buttons) button.disabled = true;
    try {
      await work();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  };
  element('ask').addEventListener('submit', doing(show));
  element('approve').addEventListener(
    'click',
    doing(() => decide('approve')),
  );
  element('deny').addEventListener(
    'click',
    doing(() => decide('deny')),
  );

  window.addEventListener('wallet-standard:register-wallet', (event) => event.detail({ register }));
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
  if (window.solana?.signMessage) {
    wallets.set('The wallet of this browser', (text) => signByInjected(window.solana, text));
  }
  offer();
  const given = new URLSearchParams(window.location.search).get('user_code');
  if (given) {
    element('code').value = given;
    void doing(show)();
  }
})();
