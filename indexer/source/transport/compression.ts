/** Names of gRPC message encodings that a Yellowstone server sends. */
export const COMPRESSIONS = ['zstd', 'gzip'] as const;
export type Compression = (typeof COMPRESSIONS)[number];
