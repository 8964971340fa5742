import { expect, it } from 'vitest'
import { formatFilters } from '../../../components/logs/format-filters.ts'
import { parseFilters } from '../url/log-filters.ts'
import { isOn, quickFiltersOf, toggleQuick } from './quick-filters.ts'

const [status] = quickFiltersOf('edge-logs')
if (!status) throw new Error('The gateway has no filters of its own')
const option = (label: string) => {
  const found = status.options.find((each) => each.label === label)
  if (!found) throw new Error(`No option ${label}`)
  return found
}

it('replaces the other option of its kind and keeps every other filter', () => {
  const before = parseFilters('method=GET')
  const client = toggleQuick(before, status, option('4xx client error'))
  expect(formatFilters(client)).toBe('method=GET;status>=400;status<=499')
  const server = toggleQuick(client, status, option('5xx server error'))
  expect(formatFilters(server)).toBe('method=GET;status>=500')
  expect(isOn(server, option('5xx server error'))).toBe(true)
  expect(isOn(server, option('4xx client error'))).toBe(false)
})

it('is turned off when it is chosen again', () => {
  const on = toggleQuick([], status, option('2xx success'))
  expect(toggleQuick(on, status, option('2xx success'))).toEqual([])
})
