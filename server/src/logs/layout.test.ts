import { describe, expect, it } from 'vitest'
import { logFileName, parseLogFile } from './layout.ts'

describe('files of logs', () => {
  it('are named by hour, part and format', () => {
    const hour = Date.UTC(2026, 0, 31, 23)
    const name = logFileName({ hour, part: 2, format: 'ndjson' })
    expect(name).toBe('2026-01-31T23.2.ndjson')
    expect(parseLogFile(name)).toEqual({ name, hour, part: 2, format: 'ndjson' })
  })

  it('do not include files with other names', () => {
    for (const name of [
      '2026-01-31T23.ndjson',
      '2026-01-31T23.0.parquet.tmp',
      '2026-99-31T23.0.parquet',
    ])
      expect(parseLogFile(name)).toBeUndefined()
  })
})
