import { describe, expect, it } from 'vitest'
import type { BaseBackup } from '../records/base-backups.ts'
import type { Chain } from '../records/chains.ts'
import type { WalRange } from '../records/wal-ranges.ts'
import { chooseBackup, restorable, toReach, type ProjectBackups } from './targets.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const NOW = at(59)

const backup = (id: string, minute: number, fields: Partial<BaseBackup> = {}): BaseBackup => ({
  id,
  ref: 'r',
  chain: 'c',
  name: null,
  status: 'complete',
  startedAt: at(minute),
  completedAt: at(minute),
  bytes: 1,
  failure: null,
  verification: null,
  timeline: 1,
  firstSegment: minute,
  lastSegment: minute + 1,
  ...fields,
})
const chain = (fields: Partial<Chain> = {}): Chain => ({
  id: 'c',
  ref: 'r',
  segmentBytes: 1024 * 1024,
  settledAt: null,
  failure: null,
  isNewest: true,
  ...fields,
})
const range = (first: number, last: number, fields: Partial<WalRange> = {}): WalRange => ({
  chain: 'c',
  timeline: 1,
  first,
  last,
  lastCommitAt: at(last),
  ...fields,
})
const reachOf = (records: ProjectBackups) =>
  toReach(restorable(records, NOW)).map(({ from, until }) => [
    from.getUTCMinutes(),
    until.getUTCMinutes(),
  ])

describe('the moments that can be restored', () => {
  it.each<[string, ProjectBackups, number[][]]>([
    ['none without a backup', { backups: [], chains: [chain()], ranges: [range(1, 9)] }, []],
    [
      'from the backup to the last commit in the store',
      { backups: [backup('a', 10)], chains: [chain()], ranges: [range(5, 30)] },
      [[10, 30]],
    ],
    [
      'only its end if nothing was committed after a backup',
      {
        backups: [backup('a', 10)],
        chains: [chain()],
        ranges: [range(5, 30, { lastCommitAt: at(9) })],
      },
      [[10, 10]],
    ],
    [
      'until now while the project is stopped',
      {
        backups: [backup('a', 10)],
        chains: [chain({ settledAt: at(40) })],
        ranges: [range(5, 30)],
      },
      [[10, 59]],
    ],
    [
      'until it was replaced for a data directory of the past',
      {
        backups: [backup('a', 10)],
        chains: [chain({ settledAt: at(40), isNewest: false })],
        ranges: [range(5, 30)],
      },
      [[10, 40]],
    ],
    [
      'two periods around missing WAL',
      {
        backups: [backup('b', 32), backup('a', 10)],
        chains: [chain()],
        ranges: [range(5, 20), range(22, 40)],
      },
      [
        [10, 20],
        [32, 40],
      ],
    ],
    [
      'one period for two backups without a gap',
      {
        backups: [backup('b', 20), backup('a', 10)],
        chains: [chain()],
        ranges: [range(5, 30)],
      },
      [[10, 30]],
    ],
    [
      'none of backups that are not complete or lack their WAL',
      {
        backups: [
          backup('c', 20, { status: 'running', completedAt: null }),
          backup('b', 30),
          backup('a', 10, { timeline: 2 }),
        ],
        chains: [chain()],
        ranges: [range(5, 30)],
      },
      [],
    ],
  ])('are %s', (_what, records, expected) => {
    expect(reachOf(records)).toEqual(expected)
  })
})

describe('the backup of a restore', () => {
  const all = restorable(
    {
      backups: [backup('b', 20), backup('a', 10)],
      chains: [chain()],
      ranges: [range(5, 30)],
    },
    NOW,
  )

  it('is the last one before the moment', () => {
    expect(chooseBackup(all, { kind: 'time', at: at(15) }).backup.id).toBe('a')
    expect(chooseBackup(all, { kind: 'time', at: at(20) }).backup.id).toBe('b')
    expect(chooseBackup(all, { kind: 'backup', id: 'a' }).backup.id).toBe('a')
  })

  it('is missing before the first, after the last commit, and for an unknown id', () => {
    for (const target of [
      { kind: 'time', at: at(9) },
      { kind: 'time', at: at(31) },
      { kind: 'backup', id: 'c' },
    ] as const)
      expect(() => chooseBackup(all, target)).toThrow(
        expect.objectContaining({ code: 'moment_unreachable', status: 409 }),
      )
  })
})
