import { expect, it } from 'vitest'
import { exportFindings } from './export-findings.ts'
import { firstView, isIn, listFindings, type ListedFinding } from './findings.ts'

const finding: ListedFinding = {
  id: 'k',
  cache_key: 'k',
  rule: 'no_primary_key',
  level: 'INFO',
  category: 'performance',
  title: 'No key',
  detail: 'Say "a", or |b|\n<b>',
  kind: 'table',
  schema: 'public',
  name: '=cmd()',
  table: null,
  table_id: 7,
  foreign_key: null,
  can_fix: false,
  ignored: undefined,
}

it('quotes cells of CSV, and makes formulas text', () => {
  const [, line] = exportFindings([{ ...finding, schema: null }], 'csv').split('\r\n')
  expect(line).toBe(`INFO,no_primary_key,No key,'=cmd(),"Say ""a"", or |b|\n<b>",`)
})

it('escapes Markdown', () => {
  expect(exportFindings([finding], 'markdown').split('\n').at(2)).toBe(
    String.raw`| INFO | no\_primary\_key | No key | public.=cmd() | Say "a", or \|b\| \<b\> |  |`,
  )
})

it('writes JSON', () => {
  expect(JSON.parse(exportFindings([finding], 'json'))).toMatchObject([{ object: 'public.=cmd()' }])
})

it('puts findings into the tab of their level, or of ignored ones', () => {
  const ignored = {
    id: '1',
    rule: 'no_primary_key',
    cache_key: null,
    reason: 'Known',
    ignored_by: null,
    ignored_at: '2026-01-01T00:00:00Z',
  }
  const listed = listFindings({ findings: [finding], ignored: [] }, 'performance')
  expect(listed.filter(isIn('INFO'))).toHaveLength(1)
  expect(firstView(listed)).toBe('INFO')
  const hidden = listFindings({ findings: [finding], ignored: [ignored] }, 'performance')
  expect(hidden.filter(isIn('INFO'))).toEqual([])
  expect(hidden.filter(isIn('ignored'))).toMatchObject([{ ignored }])
  expect(firstView(hidden)).toBe('ERROR')
  expect(listFindings({ findings: [finding], ignored: [] }, 'security')).toEqual([])
})
