import { MAX_FILE_COLUMNS } from '@stoa/contract/services/wrappers/file-limits'
import type { FileColumn, FileColumnType } from '@stoa/contract/services/wrappers/files'
import { FileProblem } from './problem.ts'
import type { Cell, SourceColumn } from './reader.ts'

/** The narrower types come first. A number that begins with 0 is a code, and stays text. */
const FORMS: readonly (readonly [FileColumnType, RegExp])[] = [
  ['boolean', /^(?:true|false)$/i],
  ['bigint', /^-?(?:0|[1-9]\d{0,17})$/],
  ['numeric', /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:e[+-]?\d{1,2})?$/i],
  ['date', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  [
    'timestamptz',
    /^\d{4}-[01]\d-[0-3]\d[ T][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/,
  ],
  ['timestamp', /^\d{4}-[01]\d-[0-3]\d[ T][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/],
  ['uuid', /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i],
]
const OF_STRINGS = new Set<FileColumnType>(['date', 'timestamptz', 'timestamp', 'uuid'])

/** Suggests columns with names that are free in SQL, and the types that all values of a sample have. */
export function inferColumns(
  sources: readonly SourceColumn[],
  rows: readonly (readonly Cell[])[],
): FileColumn[] {
  if (sources.length > MAX_FILE_COLUMNS)
    throw new FileProblem(
      'file_too_many_columns',
      `The file has more than ${MAX_FILE_COLUMNS} columns.`,
      { hint: 'Check the delimiter, or store the objects in one jsonb column of another file.' },
    )
  const taken = new Set<string>()
  return sources.map(({ name, type }, index) => ({
    source: name,
    name: freeName(name, index, taken),
    type: typeOf(
      type,
      rows.flatMap((row) => row[index] ?? []),
    ),
  }))
}

function typeOf(known: SourceColumn['type'], values: readonly string[]): FileColumnType {
  if (known !== undefined && known !== 'string' && known !== 'numeric') return known
  if (values.length === 0) return known === 'numeric' ? 'numeric' : 'text'
  const forms = known === 'string' ? FORMS.filter(([type]) => OF_STRINGS.has(type)) : FORMS
  return forms.find(([, form]) => values.every((value) => form.test(value)))?.[0] ?? 'text'
}

const MAX_NAME_BYTES = 63

function freeName(source: string, index: number, taken: Set<string>): string {
  const plain = source
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
  const base = plain === '' ? `column_${index + 1}` : plain
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const name = `${cut(base, MAX_NAME_BYTES - suffix.length)}${suffix}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function cut(text: string, maxBytes: number): string {
  let end = Math.min(text.length, maxBytes)
  while (Buffer.byteLength(text.slice(0, end)) > maxBytes) end -= 1
  return text.slice(0, end)
}
