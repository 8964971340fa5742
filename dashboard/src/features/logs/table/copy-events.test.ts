import type { LogRow } from '@stoa/contract/services/logs/logs'
import { expect, it } from 'vitest'
import { toEventsCsv, toEventsJson, toLines } from './copy-events.ts'

const row: LogRow = {
  id: 'a',
  timestamp: Date.parse('2026-03-01T12:00:00.123Z') * 1000 + 456,
  source: 'postgres_logs',
  severity: 'error',
  message: 'division by zero\n  at line 1',
  status: null,
  method: null,
  host: null,
  path: null,
  user: 'authenticated, "ada"',
  duration_ms: 1.5,
  request_id: null,
}

it('copies one line for each event', () => {
  expect(toLines([row, row])).toBe(
    '2026-03-01T12:00:00.123Z error postgres_logs division by zero at line 1\n'.repeat(2).trim(),
  )
})

it('writes a table with every column, and texts that keep their signs', () => {
  const [header, ...lines] = toEventsCsv([row]).split('\r\n')
  expect(header).toBe(
    'timestamp,source,severity,status,method,host,path,user,duration_ms,request_id,message,id',
  )
  expect(lines[0]).toBe(
    '2026-03-01T12:00:00.123Z,postgres_logs,error,,,,,"authenticated, ""ada""",1.5,,"division by zero\n  at line 1",a',
  )
})

it('writes a message that looks like a formula as text', () => {
  expect(toEventsCsv([{ ...row, message: '=1+1' }])).toContain(",'=1+1,")
})

it('writes JSON with times that people read', () => {
  expect(JSON.parse(toEventsJson([row]))).toEqual([
    { ...row, timestamp: '2026-03-01T12:00:00.123Z' },
  ])
})
