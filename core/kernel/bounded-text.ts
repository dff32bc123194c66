/** The text of an answer. One longer than the bound is read no further, and throws what the caller says of it. */
export async function boundedText(
  { body }: Pick<Response, 'body'>,
  mostBytes: number,
  tooLong: () => Error,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
