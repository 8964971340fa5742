/**
 * Functions of BigQuery that the query engine lacks, by their names there. What differs in syntax or
 * has the name of another function is renamed by the rewriter first.
 */
export const MACROS: readonly string[] = [
  `create macro regexp_contains(value, pattern) as regexp_matches(value, pattern)`,
  `create macro regexp_replace_all(value, pattern, replacement) as regexp_replace(value, pattern, replacement, 'g')`,
  `create macro moment_diff(unit, a, b) as date_sub(unit, b, a)`,
  `create macro day_diff(unit, a, b) as date_diff(unit, b, a)`,
  `create macro safe_divide(a, b) as a / nullif(b, 0)`,
  `create macro timestamp_sub(moment, span) as moment - span`,
  `create macro timestamp_add(moment, span) as moment + span`,
  `create macro to_moment(value) as cast(value as timestamp)`,
  `create macro to_day(value) as cast(value as date)`,
  `create macro unix_seconds(moment) as cast(floor(epoch(moment)) as bigint)`,
  `create macro unix_millis(moment) as epoch_ms(moment)`,
  `create macro unix_micros(moment) as epoch_us(moment)`,
  `create macro timestamp_seconds(n) as make_timestamp(n * 1000000)`,
  `create macro timestamp_millis(n) as make_timestamp(n * 1000)`,
  `create macro timestamp_micros(n) as make_timestamp(n)`,
  `create macro format_timestamp(format, moment) as strftime(moment, format)`,
  `create macro parse_timestamp(format, value) as strptime(value, format)`,
  `create macro to_json_string(value) as cast(to_json(value) as varchar)`,
  `create macro approx_quantiles(value, n) as approx_quantile(value, cast(list_transform(range(n + 1), lambda part: part / n) as float[]))`,
]
