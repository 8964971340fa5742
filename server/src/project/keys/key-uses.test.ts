import { describe, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { Session } from '../../postgres/database.ts'
import { compile } from '../../postgres/sql.ts'
import { createKeyUses } from './key-ring.ts'

function createParts(write: () => Promise<number>) {
  const clock = { at: new Date('2026-03-01T12:00:00Z'), now: () => clock.at }
  const written: unknown[] = []
  const unused = () => Promise.reject(new Error('not asked here'))
  const session: Session = {
    many: unused,
    one: unused,
    maybe: unused,
    text: unused,
    run(statement) {
      written.push(compile(statement).values.slice(0, 2))
      return write()
    },
  }
  const warnings: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) }
  const noteUse = createKeyUses({ session: () => session, clock, log })
  return { noteUse, written, warnings, pass: (ms: number) => (clock.at = new Date(+clock.at + ms)) }
}

describe('the use of an API key', () => {
  it('is written at most once a minute per key', () => {
    const { noteUse, written, pass } = createParts(() => Promise.resolve(1))
    const first = new Date('2026-03-01T12:00:00Z')
    for (let count = 0; count < 1000; count += 1) noteUse('a')
    noteUse('b')
    pass(59_999)
    noteUse('a')
    expect(written).toEqual([
      [first, 'a'],
      [first, 'b'],
    ])
    pass(1)
    noteUse('a')
    noteUse('a')
    expect(written).toHaveLength(3)
  })

  it('is logged and dropped when it cannot be written', async () => {
    const { noteUse, warnings } = createParts(() => Promise.reject(new Error('no database')))
    noteUse('a')
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toMatchObject([{ id: 'a' }])
  })
})
