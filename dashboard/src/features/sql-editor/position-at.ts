import type { TextPosition } from './run-store.ts'

/** Line and column of an index in a text, counted from 1. */
export function positionAt(text: string, index: number): TextPosition {
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}
