/** The symbol in the examples of the shapes. */
const EXAMPLE = 'REWARD';

/**
 * The document with the configured symbol: `reward_asset` is this constant in every schema, and every example and
 * sentence of an example has it.
 */
export function withRewardAsset<Document>(document: Document, symbol: string): Document {
  return changed(document, '', symbol) as Document;
}

function changed(value: unknown, name: string, symbol: string): unknown {
  if (name === 'reward_asset')
    return isSchema(value) ? { ...value, const: symbol, examples: [symbol] } : symbol;
  if (typeof value === 'string')
    return value.replace(`${EXAMPLE} is not minted yet`, `${symbol} is not minted yet`);
  if (Array.isArray(value)) return value.map((item) => changed(item, '', symbol));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, key, symbol)]));
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
