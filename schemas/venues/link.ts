/** What a link to a provider may be filled with: the arguments of the tools that hand off, who asks, and for what. */
export const LINK_NAMES = [
  ...['action', 'owner', 'mint', 'amount', 'currency'],
  ...['source_chain', 'source_token', 'output_mint', 'destination_chain', 'destination_address'],
] as const;

/** The places of a link that are filled: `{amount}`. */
export const LINK_PLACE = /\{([a-z_]+)\}/g;

const HOST_FIRST = /^https:\/\/[^/?#{}@\s]+\/[^\s]*$/;
const LONGEST = 1_000;

/** Whether a text is a link whose host is fixed, and whose places are known. */
export function isLink(text: string): boolean {
  const filled = text.replaceAll(LINK_PLACE, 'x');
  const names = [...text.matchAll(LINK_PLACE)].map(([, name]) => name);
  return (
    text.length <= LONGEST &&
    HOST_FIRST.test(text) &&
    !/[{}]/.test(filled) &&
    URL.canParse(filled) &&
    names.every((name) => LINK_NAMES.some((known) => known === name))
  );
}
