import { describe, expect, it } from 'vitest'
import { foldUnchanged, lineDiff, type DiffLine } from './line-diff.ts'

const SIGNS = { same: ' ', added: '+', removed: '-' }
const shown = (lines: readonly DiffLine[] | undefined) =>
  lines?.map(({ kind, text }) => `${SIGNS[kind]}${text}`).join('|')
const count = (length: number, word = 'line') =>
  Array.from({ length }, (_, index) => `${word} ${index}`).join('\n')

describe('lineDiff', () => {
  it.each([
    ['two empty texts', '', '', ''],
    ['equal texts', 'a\nb', 'a\nb', ' a| b'],
    ['a new text', '', 'a\nb', '+a|+b'],
    ['a deleted text', 'a\nb', '', '-a|-b'],
    ['an added line', 'a\nc', 'a\nb\nc', ' a|+b| c'],
    ['a removed line', 'a\nb\nc', 'a\nc', ' a|-b| c'],
    ['a changed line', 'a\nb\nc', 'a\nx\nc', ' a|-b|+x| c'],
    ['a moved line', 'a\nb\nc', 'b\nc\na', '-a| b| c|+a'],
    [
      'the example of Myers',
      'A\nB\nC\nA\nB\nB\nA',
      'C\nB\nA\nB\nA\nC',
      '-A|-B| C|+B| A| B|-B| A|+C',
    ],
    ['a repeated line', 'a\na', 'a\na\na', ' a| a|+a'],
    ['only a line break at the end', 'a', 'a\n', ' a'],
    ['an added empty line', 'a\nb', 'a\n\nb', ' a|+| b'],
  ])('compares %s', (_, before, after, expected) => {
    expect(shown(lineDiff(before, after))).toBe(expected)
  })

  it('numbers the lines of both texts', () => {
    expect(lineDiff('a\nb\nc', 'a\nx\ny\nc')).toEqual([
      { kind: 'same', text: 'a', before: 1, after: 1 },
      { kind: 'removed', text: 'b', before: 2 },
      { kind: 'added', text: 'x', after: 2 },
      { kind: 'added', text: 'y', after: 3 },
      { kind: 'same', text: 'c', before: 3, after: 4 },
    ])
  })

  it.each([
    ['too long', count(10_001), count(10_000)],
    ['too different', count(2000, 'old'), count(2000, 'new')],
  ])('gives up on texts that are %s', (_, before, after) => {
    expect(lineDiff(before, after)).toBeUndefined()
  })

  it('compares long texts with few differences', () => {
    const before = count(9000)
    const after = before.replace('line 10\n', 'changed\n').replace('line 8000\n', '')
    const changed = lineDiff(before, after)?.filter(({ kind }) => kind !== 'same')
    expect(shown(changed)).toBe('-line 10|+changed|-line 8000')
  })
})

describe('foldUnchanged', () => {
  const parts = (before: string, after: string) =>
    foldUnchanged(lineDiff(before, after) ?? [], 2).map(
      ({ isFolded, lines }) => `${isFolded ? 'folded' : 'shown'} ${lines.length}`,
    )

  it('folds the lines that are far from every change', () => {
    const before = count(20)
    expect(parts(before, before.replace('line 10', 'x'))).toEqual([
      'folded 8',
      'shown 6',
      'folded 7',
    ])
  })

  it('does not fold a single line between two changes', () => {
    const before = count(11)
    const after = before.replace('line 2\n', 'x\n').replace('line 8\n', 'y\n')
    expect(parts(before, after)).toEqual(['shown 13'])
  })

  it('folds a text without changes', () => {
    expect(parts('a\nb', 'a\nb')).toEqual(['folded 2'])
  })
})
