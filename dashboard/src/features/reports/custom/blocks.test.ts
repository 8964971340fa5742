import type { ReportBlock } from '@stoa/contract/platform/custom-reports'
import { describe, expect, it } from 'vitest'
import { addBlock, moveBlock, sizeAt, withSize } from './blocks.ts'
import { readReport, reportInWords, reportText } from './report-text.ts'

const metric = (id: string, change: object = {}): ReportBlock => ({
  id,
  kind: 'metric',
  title: '',
  metric: 'cpu_percent',
  view: 'line',
  width: 3,
  height: 2,
  ...change,
})
const blocks = [metric('a'), metric('b'), metric('c')]
const ids = (list: readonly ReportBlock[]) => list.map(({ id }) => id).join('')

describe('the blocks of a report', () => {
  it.each([
    ['a', 1, 'bac'],
    ['a', 9, 'bca'],
    ['c', -1, 'cab'],
    ['b', 1, 'abc'],
    ['z', 0, 'abc'],
  ])('move %s to place %i: %s', (id, index, expected) => {
    expect(ids(moveBlock(blocks, id, index))).toBe(expected)
  })

  it('stay the same list if nothing moves, so that nothing is saved', () => {
    expect(moveBlock(blocks, 'b', 1)).toBe(blocks)
  })

  it.each([
    [{}, { width: 9, height: 9 }, { width: 6, height: 6 }],
    [{}, { width: 0, height: 0 }, { width: 2, height: 2 }],
    [{ view: 'number' }, { width: 0, height: 0 }, { width: 1, height: 1 }],
  ])('keep to the sizes that can be read: %j', (change, size, expected) => {
    expect(withSize(metric('a', change), size)).toMatchObject(expected)
  })

  it('have the size below the pointer', () => {
    expect(sizeAt({ x: 395, y: 260 }, 200)).toEqual({ width: 2, height: 2 })
    expect(sizeAt({ x: -50, y: 5000 }, 200)).toEqual({ width: 1, height: 6 })
  })

  it('are added below the one that was copied, and no more than a report can have', () => {
    expect(ids(addBlock(blocks, metric('d'), 'a'))).toBe('adbc')
    const full = Array.from({ length: 40 }, (_, index) => metric(`m${index}`))
    expect(addBlock(full, metric('d'))).toBe(full)
  })
})

describe('the text of a report', () => {
  const report = { range: '7d', refresh_seconds: 60 as const, blocks }

  it('is read as it was written', () => {
    expect(readReport(reportText(report))).toEqual(report)
  })

  it('is empty for a new report, and unreadable if it is of something else', () => {
    expect(readReport('')).toMatchObject({ blocks: [] })
    expect(readReport('select 1')).toBeUndefined()
    expect(readReport('{"blocks":[{"kind":"script"}]}')).toBeUndefined()
  })

  it('is compared in words', () => {
    expect(reportInWords(reportText(report)).split('\n')).toEqual([
      'Time range: last 7d',
      'Refresh: every 60 seconds',
      ...blocks.map(() => 'CPU: cpu_percent as line, 3 × 2'),
    ])
  })
})
