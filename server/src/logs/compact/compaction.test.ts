import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { edgeEvent, HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'
import { silentLog } from '../../lib/log.ts'
import { createCompaction } from './compaction.ts'

const span = { from: HOUR * 1000, to: (HOUR + HOUR_MS) * 1000 }

function setUp() {
  const logs = writtenLogs()
  const compaction = () => createCompaction({ ...logs, log: silentLog })
  const query = async (text: string) =>
    (await logs.reader.readAsMember(REF, { span, text, maxRows: 1000 })).rows
  const names = () => readdirSync(path.join(logs.folder, REF, 'edge_logs')).toSorted()
  return { logs, compaction, query, names }
}

describe('compaction', () => {
  it('puts a sorted file in place of a segment, with the same events', async () => {
    const { logs, compaction, query, names } = setUp()
    logs.write('edge_logs', [edgeEvent(2000), edgeEvent(1000, { response_status_code: 404 })])
    const everything = 'select id, timestamp, response_status_code, metadata from edge_logs'
    const before = await query(`${everything} order by id`)
    await compaction().run()
    expect(names()).toEqual(['2026-06-01T12.0.parquet'])
    expect(await query(`${everything} order by id`)).toEqual(before)
    expect(await query('select id from edge_logs')).toEqual([['e0001000'], ['e0002000']])
  })

  it('keeps the good lines of a damaged segment, and the others beside it', async () => {
    const { logs, compaction, query, names } = setUp()
    logs.write('edge_logs', [
      edgeEvent(1000),
      '{"id": "torn',
      '[1, 2]',
      'null',
      { id: 'e2', timestamp: 'yesterday' },
      edgeEvent(2000),
      '{"id":"\u0000\u001b[31m"}',
    ])
    await compaction().run()
    expect(await query('select id from edge_logs order by id')).toEqual([
      ['e0001000'],
      ['e0002000'],
    ])
    expect(names()).toEqual(['2026-06-01T12.0.damaged', '2026-06-01T12.0.parquet'])
    const damaged = path.join(logs.folder, REF, 'edge_logs', '2026-06-01T12.0.damaged')
    expect(readFileSync(damaged, 'utf8').split('\n')).toHaveLength(6)
  })

  it('begins again after a server that was killed while it wrote', async () => {
    const { logs, compaction, query, names } = setUp()
    logs.write('edge_logs', [edgeEvent(1000)])
    writeFileSync(
      path.join(logs.folder, REF, 'edge_logs', '2026-06-01T12.0.parquet.tmp'),
      'PAR1 and no end',
    )
    await compaction().run()
    expect(names()).toEqual(['2026-06-01T12.0.parquet'])
    expect(await query('select id from edge_logs')).toEqual([['e0001000']])
  })

  it('tries a segment again that could not be compacted', async () => {
    const { logs, query, names } = setUp()
    logs.write('edge_logs', [edgeEvent(1000)])
    let isBroken = true
    const store = {
      closedSegments: () => logs.store.closedSegments(),
      async replace(...given: Parameters<typeof logs.store.replace>) {
        if (isBroken) throw new Error('The disk is full')
        await logs.store.replace(...given)
      },
    }
    const broken = createCompaction({ ...logs, store, log: silentLog })
    await broken.run()
    expect(names()).toEqual(['2026-06-01T12.0.ndjson'])
    isBroken = false
    await broken.run()
    await broken.run()
    expect(names()).toEqual(['2026-06-01T12.0.parquet'])
    expect(await query('select id from edge_logs')).toEqual([['e0001000']])
  })

  it('reads compacted files and newer segments together, and skips a damaged file', async () => {
    const { logs, compaction, query } = setUp()
    logs.write('edge_logs', [edgeEvent(1000)])
    await compaction().run()
    const folder = path.join(logs.folder, REF, 'edge_logs')
    writeFileSync(path.join(folder, '2026-06-01T12.1.ndjson'), `${JSON.stringify(edgeEvent(3))}\n`)
    writeFileSync(path.join(folder, '2026-06-01T12.2.parquet'), 'PAR1 not really PAR1')
    expect(await query('select id from edge_logs order by id')).toEqual([
      ['e0000003'],
      ['e0001000'],
    ])
  })
})
