import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { edgeEvent, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'
import { systemClock } from '../../lib/clock.ts'
import { expire, retentionOfPlan } from './retention.ts'
import { readStorage } from './storage.ts'

const DAY_MS = 24 * HOUR_MS
const rest = {
  drains: { expiring: async () => {}, forgetBefore: async () => {} },
  clock: systemClock,
}
const hoursAgo = (hours: number) => Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS

function setUp() {
  const logs = writtenLogs()
  const write = (hours: number) => logs.write('edge_logs', [edgeEvent(1)], hoursAgo(hours))
  const hours = () => readdirSync(path.join(logs.folder, REF, 'edge_logs')).length
  return { logs, write, hours }
}

describe('retention', () => {
  it('follows the plan', async () => {
    expect(retentionOfPlan('free').days).toBe(1)
    expect(retentionOfPlan('enterprise').days).toBe(90)
    const { logs, write, hours } = setUp()
    for (const age of [0, 3, 30, 100]) write(age)
    await expire({ ...logs, ...rest }, REF, retentionOfPlan('free'))
    expect(hours()).toBe(2)
    const { oldest } = await readStorage(logs, REF, retentionOfPlan('free'))
    expect(Date.now() - Date.parse(oldest ?? '')).toBeLessThan(DAY_MS)
  })

  it('deletes damaged lines with the logs of their time, and counts those that are kept', async () => {
    const { logs, write } = setUp()
    const files = [0, 30].map((age) => write(age).replace('.ndjson', '.damaged'))
    for (const file of files) writeFileSync(file, '{"id":"torn')
    expect(await readStorage(logs, REF, retentionOfPlan('free'))).toMatchObject({
      damaged_files: 2,
    })
    await expire({ ...logs, ...rest }, REF, retentionOfPlan('free'))
    expect(files.map((file) => existsSync(file))).toEqual([true, false])
  })

  it('keeps the newer half of the logs while the disk is nearly full', async () => {
    const { logs, write, hours } = setUp()
    for (const age of [0, 1, 2, 3]) write(age)
    const full = { ...logs, ...rest, freeBytes: async () => 1000 }
    await expire(full, REF, retentionOfPlan('pro'))
    expect(hours()).toBe(2)
  })
})
