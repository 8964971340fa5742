import { describe, expect, it } from 'vitest'
import { addDays, addMonths, isDay, localDay, weeksOf } from './calendar.ts'

describe('days', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['0099-01-01', true],
    ['2026-1-1', false],
    ['', false],
  ])('%s is a day: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected)
  })

  it('are added across months and years', () => {
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  it('keep the date in another month, or become its last day', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  })

  it('of a month are six weeks from Monday to Sunday', () => {
    const weeks = weeksOf('2026-11-22')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks[5]?.[6]).toBe('2026-12-06')
  })

  it('are those of the clock on the wall', () => {
    expect(localDay(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02')
  })
})
