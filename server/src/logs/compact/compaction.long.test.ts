import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { edgeEvent, HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'

const program = new URL('../../../test/logs/compactor.ts', import.meta.url)
const EVENTS = 500
const KILLS = 30

it('loses and repeats no event over 30 kills during a compaction', async () => {
  const logs = writtenLogs()
  for (let hour = 0; hour < KILLS; hour += 1)
    logs.write(
      'edge_logs',
      Array.from({ length: EVENTS }, (_, index) => {
        const ms = hour * HOUR_MS + index
        return edgeEvent(ms)
      }),
      HOUR + hour * HOUR_MS,
    )
  const options = { execArgv: ['--disable-warning=ExperimentalWarning'] }
  for (let round = 0; round < KILLS; round += 1) {
    const child = fork(program, [logs.folder], options)
    await once(child, 'message')
    await setTimeout(200 + ((round * 97) % 900))
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  const last = fork(program, [logs.folder], options)
  await once(last, 'exit')
  const names = readdirSync(path.join(logs.folder, REF, 'edge_logs'))
  expect(names.filter((name) => !name.endsWith('.parquet'))).toEqual([])
  expect(names).toHaveLength(KILLS)
  const span = { from: HOUR * 1000, to: (HOUR + KILLS * HOUR_MS) * 1000 }
  const text = 'select count(*) as events, count(distinct id) as ids from edge_logs'
  const { rows } = await logs.reader.readAsMember(REF, { span, text, maxRows: 1 })
  expect(rows).toEqual([[KILLS * EVENTS, KILLS * EVENTS]])
})
