import { expect, it } from 'vitest'
import type { IdRange } from '../id-range.ts'
import { planTable } from './tables.ts'

const ids: IdRange = { first: 0x6000_0000, last: 0x6fff_ffff }
const NAME = '000007000000'
const OTHER = 'ffffffffffff'
/** No process has this number, and no process of this machine sees this namespace. */
const ENDED = 2 ** 22 + 1
const FOREIGN = 1

const plan = (...tables: readonly string[]) => planTable(NAME, { tables, ids })
const ownNamespace = async () => (await plan()).table.split('_')[4]

it('gives an installation the block recorded in its table’s name', async () => {
  const { table, ids: block, replaces } = await plan('filter', 'stoa_other')
  expect(table).toMatch(new RegExp(`^stoa_${NAME}_7_${process.pid}_\\d+$`))
  expect(block).toEqual({ first: 0x6070_0000, last: 0x607f_ffff })
  expect(replaces).toEqual([])
})

it('takes no block of another installation', async () => {
  const { ids: block } = await plan(`stoa_${OTHER}_7_${process.pid}_${FOREIGN}`)
  expect(block).toEqual({ first: 0x6080_0000, last: 0x608f_ffff })
})

it('keeps its block after a restart, and replaces its table', async () => {
  const earlier = `stoa_${NAME}_9_${ENDED}_${FOREIGN}`
  const { ids: block, replaces } = await plan(earlier)
  expect(block.first).toBe(0x6090_0000)
  expect(replaces).toEqual([earlier])
})

it('removes the table of an installation that has ended, and of no other', async () => {
  const namespace = await ownNamespace()
  const ended = `stoa_${OTHER}_1_${ENDED}_${namespace}`
  const { replaces } = await plan(
    ended,
    `stoa_${OTHER}_2_${process.pid}_${namespace}`,
    `stoa_${OTHER}_3_${ENDED}_${FOREIGN}`,
  )
  expect(replaces).toEqual([ended])
})
