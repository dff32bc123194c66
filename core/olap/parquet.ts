/** How Parquet files are written: small row groups, because a reader holds one in memory. */
export const PARQUET = {
  output_format_parquet_row_group_size: '65536',
  output_format_parquet_compression_method: 'zstd',
  /** One thread, so that equal rows give equal files and a live indexer keeps its cores. */
  max_threads: 1,
} as const;

export const PARQUET_SETTINGS = Object.entries(PARQUET)
  .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`)
  .join(', ');
