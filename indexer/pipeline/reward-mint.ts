import type { Logger } from '../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { REWARD_DECIMALS } from '../../core/rules/reward-mint.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { MINT_VERSIONS, QUARANTINE } from '../model/tables.ts';

/** Logs once what the configured reward mint turned out to be: the account may not be a usable mint. */
export class RewardMint {
  readonly #key: string;
  readonly #address: Buffer;
  readonly #logger: Logger;
  #reported: string | undefined;

  constructor(key: string, logger: Logger) {
    this.#key = key;
    this.#address = Buffer.from(pubkeyBytes(key));
    this.#logger = logger;
  }

  /** Looks for the mint among the writes of a slot. */
  look({ mints, quarantine }: Pick<SlotBuffer, 'mints' | 'quarantine'>): void {
    const { address, closed, decimals } = MINT_VERSIONS.byName;
    for (let row = 0; row < mints.rows; row += 1) {
      if (!this.#address.equals(mints.bytes(address, row))) continue;
      const places = mints.u8(decimals, row);
      if (mints.u8(closed, row) === 1) this.#report('warn', 'the reward mint no longer exists');
      else if (places === REWARD_DECIMALS) this.#report('info', 'the reward mint exists');
      else this.#report('warn', `the reward mint has ${places} decimals instead of ${REWARD_DECIMALS}`);
    }
    for (let row = 0; row < quarantine.rows; row += 1) {
      if (!this.#address.equals(quarantine.bytes(QUARANTINE.byName.address, row))) continue;
      const reason = quarantine.bytes(QUARANTINE.byName.reason, row).toString();
      this.#report('warn', `the account of the reward mint is no SPL mint (${reason})`);
    }
  }

  #report(level: 'info' | 'warn', what: string): void {
    if (this.#reported === what) return;
    this.#reported = what;
    this.#logger[level]({ mint: this.#key }, what);
  }
}
