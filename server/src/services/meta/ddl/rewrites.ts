import type { Column } from '@stoa/contract/services/meta/catalogue'
import { scanSql } from '../sql-text.ts'

type TypeChange = {
  readonly from: Pick<Column, 'type'>
  /** As `format_type` prints it. */
  readonly to: string
  readonly hasUsing: boolean
  /** Whether Postgres takes the stored bytes of one type for the other. */
  readonly isBinaryCoercible: boolean
}

/** Whether a change of type writes every row again, as far as names of types tell. */
export function rewritesRows({ from, to, hasUsing, isBinaryCoercible }: TypeChange): boolean {
  if (hasUsing) return true
  const [before, after] = [modifiersOf(from.type), modifiersOf(to)]
  if (before.name !== after.name) return !isBinaryCoercible || after.modifiers.length > 0
  if (after.modifiers.length === 0) return false
  if (before.modifiers.length === 0) return true
  const [size, scale] = before.modifiers
  const [newSize, newScale] = after.modifiers
  if (!GROWING.has(after.name)) return from.type !== to
  return (newSize ?? 0) < (size ?? 0) || (scale ?? 0) !== (newScale ?? 0)
}

/** Types whose values stay as they are when the limit grows. */
const GROWING = new Set(['character varying', 'bit varying', 'numeric'])

function modifiersOf(type: string): { readonly name: string; readonly modifiers: number[] } {
  const found = /\(([\d,\s-]+)\)/.exec(type)
  return {
    name: type.replace(/\([\d,\s-]+\)/, '').trim(),
    modifiers: found?.[1]?.split(',').map(Number) ?? [],
  }
}

/** The names of the functions that an expression calls, in lower case. */
export function calledFunctions(expression: string): string[] {
  const called = new Set<string>()
  let word: string | undefined
  for (const token of scanSql(expression)) {
    if (token.kind === 'symbol' && token.text === '(' && word !== undefined) called.add(word)
    word = token.kind === 'word' ? token.text : undefined
  }
  return [...called]
}
