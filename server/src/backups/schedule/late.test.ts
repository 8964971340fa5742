import { expect, it } from 'vitest'
import type { BaseBackup } from '../records/base-backups.ts'
import { lastAttempt } from './late.ts'

const now = new Date('2026-03-08T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000)
const backup = (status: BaseBackup['status'], hours: number) => ({
  status,
  startedAt: hoursAgo(hours),
})

it.each([
  ['there is none', [], 'none'],
  ['the last one is complete', [backup('complete', 1), backup('failed', 2)], 'none'],
  ['the last one failed', [backup('failed', 1), backup('complete', 30)], 'failed'],
  ['one is being made', [backup('running', 1), backup('failed', 2)], 'running'],
  ['one hangs', [backup('running', 13)], 'failed'],
] as const)('judges the last attempt: %s', (_which, newestFirst, expected) => {
  expect(lastAttempt(newestFirst, now)).toBe(expected)
})
