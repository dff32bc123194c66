import { csv } from './csv.ts';
import type { ExportFormat } from './format.ts';
import { ndjson } from './ndjson.ts';
import { parquet } from './parquet.ts';

export const EXPORT_FORMATS: readonly ExportFormat[] = [csv, ndjson, parquet];
