import { createEdits, type Edits } from './edits.ts'
import { quoteText, type Token } from './lexer.ts'
import { commasWithin, structureOf, type Structure } from './structure.ts'

/** Functions that only have another name. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    safe_cast: 'try_cast',
    timestamp: 'to_moment',
    datetime: 'to_moment',
    date: 'to_day',
    datetime_sub: 'timestamp_sub',
    datetime_add: 'timestamp_add',
    json_value: 'json_extract_string',
    json_extract_scalar: 'json_extract_string',
    logical_or: 'bool_or',
    logical_and: 'bool_and',
    array_length: 'len',
    format_datetime: 'format_timestamp',
    format_date: 'format_timestamp',
    parse_datetime: 'parse_timestamp',
    approx_top_count: 'approx_top_k',
    char_length: 'length',
    character_length: 'length',
  }),
)

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'varchar',
    int64: 'bigint',
    float64: 'double',
    numeric: 'decimal(38, 9)',
    bignumeric: 'double',
    bytes: 'blob',
    bool: 'boolean',
  }),
)

const UNITS: ReadonlySet<string> = new Set(
  'microsecond millisecond second minute hour day week isoweek month quarter year isoyear'.split(
    ' ',
  ),
)

/** The current time as the query began, which takes no parentheses in other dialects. */
const NOW: ReadonlyMap<string, string> = new Map(
  Object.entries({
    current_timestamp: 'utc_now()',
    current_datetime: 'utc_now()',
    now: 'utc_now()',
    current_date: 'to_day(utc_now())',
  }),
)

type Call = {
  readonly tokens: readonly Token[]
  readonly structure: Structure
  readonly edits: Edits
  readonly index: number
  /** Its parentheses, and the commas between its arguments. */
  readonly open: number
  readonly close: number
  readonly commas: readonly number[]
}

const truncate = (call: Call) => unitFirst(call, 'date_trunc')
const difference = (call: Call) => unitFirst(call, 'moment_diff')
const dayDifference = (call: Call) => unitFirst(call, 'day_diff')

/** Functions with other arguments. */
const CALLS: ReadonlyMap<string, (call: Call) => void> = new Map(
  Object.entries({
    timestamp_trunc: truncate,
    datetime_trunc: truncate,
    date_trunc: truncate,
    timestamp_diff: difference,
    datetime_diff: dayDifference,
    date_diff: dayDifference,
    date_sub: ({ edits, index, commas }: Call) => {
      if (commas.length === 1) edits.replace(index, 'timestamp_sub')
    },
    date_add: ({ edits, index, commas }: Call) => {
      if (commas.length === 1) edits.replace(index, 'timestamp_add')
    },
    regexp_replace: ({ edits, index, commas }: Call) => {
      if (commas.length === 2) edits.replace(index, 'regexp_replace_all')
    },
    // The first group is the result if there is one.
    regexp_extract: ({ tokens, edits, close, commas }: Call) => {
      const pattern = tokens[close - 1]
      const hasGroup = pattern?.kind === 'string' && /(?:^|[^\\])\((?!\?[^P<])/.test(pattern.value)
      if (commas.length === 1 && hasGroup) edits.insertAfter(close - 1, ', 1')
    },
  }),
)

/** `f(…, unit)` as `g('unit', …)`; other arguments are those of the query engine's own function. */
function unitFirst({ tokens, edits, index, open, close, commas }: Call, name: string): void {
  const last = commas.at(-1)
  if (last === undefined) return
  const unit = tokens[last + 1]
  const isWeek = unit?.value === 'week' && tokens[last + 2]?.value === '('
  if (unit?.kind !== 'word' || !UNITS.has(unit.value)) return
  if (last + 2 !== close && !isWeek) return
  edits.replace(index, name)
  edits.insertAfter(open, `${quoteText(unit.value.replace('iso', ''))},`)
  edits.remove(last, close - 1)
}

/** Rewrites functions, types and operators that differ from the query engine's. */
export function rewriteFunctions(tokens: readonly Token[]): readonly Token[] {
  const structure = structureOf(tokens)
  const edits = createEdits(tokens)
  const at = (index: number) => tokens[index]
  tokens.forEach((token, index) => {
    if (token.kind !== 'word' || at(index - 1)?.value === '.') return
    const { value } = token
    const open = index + 1
    const close = at(open)?.value === '(' ? structure.partner[open] : undefined
    rewriteType({ tokens, structure, edits, index })
    if (NOW.has(value)) rewriteNow({ edits, index, close, value })
    else if (value === 'except' && at(index - 1)?.value === '*' && close !== undefined)
      edits.replace(index, 'exclude')
    else if (/^(?:safe_)?(?:offset|ordinal)$/.test(value) && at(index - 1)?.value === '[')
      edits.replace(index, value.endsWith('offset') ? '1 +' : '0 +')
    else if (close !== undefined) {
      const renamed = RENAMED.get(value)
      if (renamed !== undefined) edits.replace(index, renamed)
      const rewrite = CALLS.get(value)
      const commas = rewrite ? commasWithin(tokens, structure, open) : []
      rewrite?.({ tokens, structure, edits, index, open, close, commas })
    }
  })
  return edits.apply()
}

function rewriteNow({
  edits,
  index,
  close,
  value,
}: {
  edits: Edits
  index: number
  close: number | undefined
  value: string
}): void {
  // Without parentheses, `now` is a name.
  if (close === undefined && value === 'now') return
  if (close !== undefined && close !== index + 2) return
  edits.replace(index, NOW.get(value) ?? value)
  if (close !== undefined) edits.remove(index + 1, close)
}

const CASTS: ReadonlySet<string> = new Set(['cast', 'safe_cast', 'try_cast'])

function rewriteType({
  tokens,
  structure: { partner },
  edits,
  index,
}: Pick<Call, 'tokens' | 'structure' | 'edits' | 'index'>): void {
  const type = TYPES.get(tokens[index]?.value ?? '')
  if (type === undefined) return
  const open = partner[index + 1]
  const isCast =
    tokens[index - 1]?.value === 'as' &&
    tokens[index + 1]?.value === ')' &&
    CASTS.has(tokens[(open ?? 0) - 1]?.value ?? '')
  const isShort = tokens[index - 1]?.value === ':' && tokens[index - 2]?.value === ':'
  if (isCast || isShort) edits.replace(index, type)
}
