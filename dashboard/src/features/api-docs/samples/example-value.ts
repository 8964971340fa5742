import type { Example } from './literals.ts'

/** The properties of a column or an argument that an example value depends on. */
export type Typed = {
  readonly name: string
  readonly type: string
  readonly base_type: string
  readonly enum_values: readonly string[] | null
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid', 'money'])
const TEXTS = new Set(['text', 'varchar', 'bpchar', 'citext', 'name', 'char'])

const FIXED: Readonly<Record<string, Example>> = {
  bool: true,
  time: '12:00:00',
  timetz: '12:00:00+00',
  interval: '1 hour',
  json: { key: 'value' },
  jsonb: { key: 'value' },
  bytea: String.raw`\x00ff`,
  cidr: '192.0.2.0/24',
  macaddr: '08:00:2b:01:02:03',
  macaddr8: '08:00:2b:01:02:03:04:05',
  point: '(1,2)',
  line: '{1,2,3}',
  lseg: '[(0,0),(1,1)]',
  box: '(1,1),(0,0)',
  path: '[(0,0),(1,1)]',
  polygon: '((0,0),(1,1),(1,0))',
  circle: '<(0,0),1>',
  xml: '<example/>',
  tsvector: 'example',
  tsquery: 'example',
  bit: '1',
  varbit: '101',
  int4range: '[1,5)',
  int8range: '[1,5)',
  numrange: '[1,5)',
  daterange: '[2026-01-01,2026-02-01)',
  tsrange: '[2026-01-01 00:00,2026-02-01 00:00)',
  tstzrange: '[2026-01-01 00:00+00,2026-02-01 00:00+00)',
}

/**
 * An example value for a column or argument; `nth`, counted from 1, gives a different value if the
 * type has several.
 */
export function exampleValue(column: Typed, nth = 1): Example {
  const { base_type: base, enum_values: choices } = column
  if (base.startsWith('_')) return exampleList(column)
  if (choices && choices.length > 0) return choices[(nth - 1) % choices.length] ?? null
  if (NUMBERS.has(base)) return nth
  if (TEXTS.has(base)) return exampleText(column, nth)
  if (Object.hasOwn(FIXED, base)) return FIXED[base] ?? null
  if (base === 'uuid') return `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
  if (base === 'date') return `2026-01-${String(nth).padStart(2, '0')}`
  if (base === 'timestamp') return `2026-01-${String(nth).padStart(2, '0')}T12:00:00`
  if (base === 'timestamptz') return `2026-01-${String(nth).padStart(2, '0')}T12:00:00Z`
  if (base === 'inet') return `192.0.2.${nth}`
  return 'value'
}

/** Types whose values have a natural order, so that a range filter is useful. */
export const isOrdered = ({ base_type: base }: Typed): boolean =>
  NUMBERS.has(base) || ['date', 'timestamp', 'timestamptz'].includes(base)

export const isText = ({ base_type: base, enum_values: choices }: Typed): boolean =>
  TEXTS.has(base) && !choices

/** Types with an equality operator that a request URL can use. */
export const isComparable = (column: Typed): boolean =>
  isOrdered(column) ||
  isText(column) ||
  column.enum_values !== null ||
  ['bool', 'uuid'].includes(column.base_type)

function exampleList({ base_type: base, enum_values: choices }: Typed): Example {
  const item = base.slice(1)
  if (choices && choices.length > 0) return choices.slice(0, 2)
  if (NUMBERS.has(item)) return [1, 2]
  if (TEXTS.has(item)) return ['one', 'two']
  return []
}

function exampleText({ name, type }: Typed, nth: number): string {
  const text = /e-?mail/i.test(name) ? `person${nth}@example.com` : `Example ${nth}`
  const longest = /\((\d+)\)/.exec(type)?.[1] ?? (type === 'character' ? '1' : undefined)
  if (longest === undefined || text.length <= Number(longest)) return text
  return String(nth).slice(0, Number(longest))
}
