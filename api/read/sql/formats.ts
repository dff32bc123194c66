export type GuestSettings = Readonly<Record<string, string | number>>;

/** The formats of an answer, and how ClickHouse calls them. */
export const SQL_FORMATS = {
  json: 'JSONCompact',
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
  parquet: 'Parquet',
  arrow: 'Arrow',
} as const;

export type SqlFormat = keyof typeof SQL_FORMATS;

/** Rows of one answer. JSON is cut there and says so; a file is refused, because nothing in it could say so. */
export const MOST_ROWS = { json: 10_000, file: 1_000_000 } as const;

const MEBIBYTE = 1024 * 1024;

/** Bounds of one question, the same for each format. */
const BOUNDS = {
  timeout_overflow_mode: 'throw',
  max_threads: 1,
  max_memory_usage: 256 * MEBIBYTE,
  // Nothing of an answer in the making goes to the disk.
  max_bytes_before_external_group_by: 0,
  max_bytes_before_external_sort: 0,
  max_bytes_ratio_before_external_group_by: 0,
  max_bytes_ratio_before_external_sort: 0,
  max_columns_to_read: 1_000,
  max_subquery_depth: 50,
  max_parser_depth: 300,
  max_parser_backtracks: 100_000,
  max_ast_depth: 300,
  max_ast_elements: 20_000,
  max_expanded_ast_elements: 50_000,
  max_block_size: 8_192,
  function_range_max_elements_in_block: 10_000_000,
  result_overflow_mode: 'throw',
  use_query_cache: 0,
  session_timezone: 'UTC',
  // Which rows a query without ORDER BY shows is the engine's choice, but the order of one with it stays.
  query_plan_remove_redundant_sorting: 0,
} as const;

const FORMS = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  output_format_json_escape_forward_slashes: 0,
  output_format_parquet_compression_method: 'zstd',
  output_format_parquet_row_group_size: 65_536,
  output_format_parquet_string_as_string: 1,
  output_format_arrow_string_as_string: 1,
  // Not every reader knows how to unpack it.
  output_format_arrow_compression_method: 'none',
} as const;

/** Settings of a question whose answer has this form. One row more than may be shown tells that there are more. */
export function settingsFor(format: SqlFormat, queryMs: number): GuestSettings {
  const isJson = format === 'json';
  const rows = isJson ? { limit: MOST_ROWS.json + 1 } : { max_result_rows: MOST_ROWS.file };
  return { ...checkSettings(queryMs), ...rows, max_result_bytes: (isJson ? 8 : 64) * MEBIBYTE };
}

/** Settings of a question about the query. */
export function checkSettings(queryMs: number): GuestSettings {
  const max_execution_time = queryMs / 1000;
  return { ...BOUNDS, ...FORMS, max_execution_time, max_result_bytes: 4 * MEBIBYTE };
}
