import { LogSourceNameSchema } from '@stoa/contract/services/logs/logs'
import { expect, it } from 'vitest'
import { HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'

it('can be queried like a log source, by columns and by fields', async () => {
  const logs = writtenLogs()
  logs.write('metrics', [
    {
      id: 'm1',
      timestamp: HOUR * 1000,
      event_message: 'Measured',
      severity: 'info',
      cpu_percent: 12.5,
      connections: 3,
    },
  ])
  const run = (text: string) =>
    logs.reader.readAsMember(REF, {
      span: { from: HOUR * 1000, to: (HOUR + HOUR_MS) * 1000 },
      text,
      maxRows: 10,
    })
  const byColumns = await run('select cpu_percent, connections from metrics')
  expect(byColumns.rows).toEqual([[12.5, 3]])
  const byFields = await run('select m.cpu_percent from metrics cross join unnest(metadata) as m')
  expect(byFields.rows).toEqual([[12.5]])
})

it('is not among the events that people look through', () => {
  expect(LogSourceNameSchema.safeParse('edge_logs').success).toBe(true)
  expect(LogSourceNameSchema.safeParse('metrics').success).toBe(false)
})
