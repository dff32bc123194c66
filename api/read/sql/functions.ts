/**
 * The functions that SQL of strangers may call. None reads files, the network, dictionaries or anything of the server,
 * none waits, and none takes the name of another function, of a table or of a setting as text.
 */

const NUMBERS =
  'UInt8 UInt16 UInt32 UInt64 UInt128 UInt256 Int8 Int16 Int32 Int64 Int128 Int256 Float32 Float64'.split(
    ' ',
  );
const TIMES = ['Date', 'Date32', 'DateTime', 'DateTime64'];
const DECIMALS = ['Decimal32', 'Decimal64', 'Decimal128', 'Decimal256'];
const INTERVALS = 'Nanosecond Microsecond Millisecond Second Minute Hour Day Week Month Quarter Year'.split(
  ' ',
);

const CONVERSIONS = [
  ...[...NUMBERS, ...TIMES, ...DECIMALS, 'UUID'].flatMap((type) =>
    ['', 'OrNull', 'OrZero', 'OrDefault'].map((otherwise) => `to${type}${otherwise}`),
  ),
  ...INTERVALS.flatMap((unit) => [`toInterval${unit}`, `add${unit}s`, `subtract${unit}s`]),
];

const ORDINARY = `
  and or not xor if multiIf coalesce ifNull nullIf isNull isNotNull assumeNotNull toNullable isNullable
  equals notEquals less greater lessOrEquals greaterOrEquals isDistinctFrom isNotDistinctFrom
  in notIn globalIn globalNotIn exists tuple array map lambda arrayElement tupleElement untuple
  plus minus multiply divide intDiv intDivOrZero modulo moduloOrZero positiveModulo negate abs gcd lcm mod
  least greatest sign round roundBankers floor ceil ceiling trunc truncate sqrt cbrt pow power exp exp2 exp10 ln log
  log2 log10 log1p pi e sin cos tan asin acos atan atan2 sinh cosh tanh degrees radians hypot isNaN isFinite isInfinite
  ifNotFinite widthBucket width_bucket clamp bar
  bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitTest bitCount byteSwap
  length lengthUTF8 char_length empty notEmpty lower upper lcase ucase lowerUTF8 upperUTF8 reverse reverseUTF8 concat
  concatWithSeparator concat_ws substring substr mid substringUTF8 substringIndex left right leftPad rightPad lpad rpad
  trim trimBoth trimLeft trimRight ltrim rtrim startsWith endsWith like notLike ilike notILike match position locate
  positionCaseInsensitive countSubstrings replace replaceOne replaceAll replaceRegexpOne replaceRegexpAll extract
  extractAll regexpExtract splitByChar splitByString arrayStringConcat format ascii char hex unhex bin base58Encode
  base58Decode tryBase58Decode base64Encode base64Decode tryBase64Decode toValidUTF8 isValidUTF8 repeat space
  multiSearchAny hasToken initcap translate
  now now64 today yesterday toYear toQuarter toMonth toDayOfMonth toDayOfWeek toDayOfYear toHour toMinute toSecond
  toMillisecond year quarter month day hour minute second toStartOfYear toStartOfQuarter toStartOfMonth toStartOfWeek
  toStartOfDay toStartOfHour toStartOfFifteenMinutes toStartOfTenMinutes toStartOfFiveMinutes toStartOfMinute
  toStartOfSecond toStartOfInterval toMonday toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss toISOWeek toISOYear toWeek toUnixTimestamp
  toUnixTimestamp64Second toUnixTimestamp64Milli fromUnixTimestamp fromUnixTimestamp64Second fromUnixTimestamp64Milli
  toTimeZone toTimezone dateDiff date_diff dateTrunc date_trunc date_add date_sub addDate subDate timestamp age dateName
  formatDateTime makeDate makeDateTime timeSlot tumble tumbleStart tumbleEnd parseDateTime parseDateTimeBestEffort
  parseDateTimeBestEffortOrNull toLastDayOfMonth
  arrayConcat arrayCount arrayCumSum arrayDifference arrayDistinct arrayEnumerate arrayExists arrayAll arrayFilter
  arrayFirst arrayFirstIndex arrayLast arrayFlatten arrayIntersect arrayJoin arrayMap arrayMax arrayMin arrayAvg arraySum
  arrayPopBack arrayPopFront arrayPushBack arrayPushFront arrayReverse arrayReverseSort arraySlice arraySort arrayUniq
  arrayZip arrayCompact arrayProduct has hasAll hasAny indexOf countEqual range emptyArrayToSingle arrayResize
  mapKeys mapValues mapContainsKey mapContains mapFromArrays mapAdd mapSubtract mapFilter mapApply tupleNames
  JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat JSONExtractBool JSONExtractRaw JSONExtractArrayRaw
  JSONExtractKeys JSONHas JSONLength JSONType isValidJSON toJSONString simpleJSONExtractString simpleJSONExtractUInt
  simpleJSONExtractInt simpleJSONExtractFloat simpleJSONExtractBool simpleJSONHas
  cityHash64 sipHash64 xxHash64 xxh3 murmurHash3_64 intHash64 MD5 SHA1 SHA224 SHA256 SHA384 SHA512 keccak256 CRC32
  reinterpretAsUInt64 reinterpretAsUInt128 reinterpretAsUInt256 reinterpretAsInt64 reinterpretAsInt128 reinterpretAsInt256
  reinterpretAsUInt32 reinterpretAsUInt16 reinterpretAsUInt8 reinterpretAsString reinterpretAsFloat32 reinterpretAsFloat64
  rand rand64 generateUUIDv4 toString toFixedString toBool toDecimalString toLowCardinality CAST accurateCast
  accurateCastOrNull toTypeName transform identity materialize ignore formatReadableSize formatReadableQuantity
  formatReadableTimeDelta ntile lag lead lagInFrame leadInFrame row_number rank dense_rank denseRank percent_rank
  percentRank cume_dist first_value last_value nth_value grouping dotProduct L2Distance cosineDistance
`;

/** With any of the endings below. */
const AGGREGATES = `
  count countDistinct sum sumWithOverflow sumKahan avg avgWeighted min max any anyLast anyHeavy argMin argMax median
  quantile quantiles quantileExact quantilesExact quantileExactWeighted quantileTDigest quantileTiming medianExact
  uniq uniqExact uniqCombined uniqCombined64 uniqHLL12 groupArray groupUniqArray groupArraySample groupConcat topK
  topKWeighted sumMap minMap maxMap sumMappedArrays varPop varSamp stddevPop stddevSamp covarPop covarSamp corr skewPop
  skewSamp kurtPop kurtSamp entropy histogram simpleLinearRegression deltaSum deltaSumTimestamp boundingRatio
  groupBitAnd groupBitOr groupBitXor exponentialMovingAverage maxIntersections windowFunnel retention first_value
  last_value singleValueOrNull sumCount rankCorr
`;

/** Not those of states: their bytes are the engine's own memory, and could be made up. */
const ENDING = /(?:if|array|map|distinct|ornull|ordefault|foreach|argmin|argmax)$/;

/** What makes rows out of nothing. */
const TABLES = 'numbers generate_series generateSeries values';

const words = (text: string): string[] => text.trim().split(/\s+/);
const lowered = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase()));

const FUNCTIONS = lowered([...words(ORDINARY), ...words(TABLES), ...CONVERSIONS]);
const AGGREGATE_FUNCTIONS = lowered(words(AGGREGATES));

/** The engine takes some names in any case, and none that differ in that alone mean two functions. */
export function isCallable(name: string): boolean {
  let rest = name.toLowerCase();
  if (FUNCTIONS.has(rest)) return true;
  while (!AGGREGATE_FUNCTIONS.has(rest)) {
    const shorter = rest.replace(ENDING, '');
    if (shorter === rest) return false;
    rest = shorter;
  }
  return true;
}
