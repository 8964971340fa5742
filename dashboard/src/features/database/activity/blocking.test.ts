import type { DatabaseSession } from '@stoa/contract/services/meta/activity'
import { expect, it } from 'vitest'
import { blockingTrees, type BlockingNode } from './blocking.ts'
import { isFound, isWanted, originOf, waitOf } from './session-texts.ts'

const session = (pid: number, fields: Partial<DatabaseSession> = {}): DatabaseSession => ({
  pid,
  backend_start: '2026-01-01T00:00:00+00:00',
  role: 'postgres',
  application: 'psql',
  client_address: '10.0.0.1',
  state: 'active',
  wait_event_type: null,
  wait_event: null,
  state_seconds: 1,
  transaction_seconds: 1,
  statement: 'select 1',
  blocked_by: [],
  is_platform: false,
  can_cancel: true,
  can_terminate: true,
  ...fields,
})
const waiting = (pid: number, ...blocked_by: number[]) =>
  session(pid, { blocked_by, wait_event_type: 'Lock', wait_event: 'relation' })

const drawn = (nodes: readonly BlockingNode[]): string =>
  nodes
    .map(({ session: { pid }, waiting: below }) =>
      below.length === 0 ? String(pid) : `${pid}(${drawn(below)})`,
    )
    .join(' ')

it.each([
  ['nobody waits', [session(1), session(2)], ''],
  ['one waits for another', [session(1), waiting(2, 1)], '1(2)'],
  ['a queue', [session(1), waiting(2, 1), waiting(3, 2, 1)], '1(2(3) 3)'],
  ['a deadlock', [waiting(1, 2), waiting(2, 1)], '1(2)'],
  ['a blocker that is not listed', [waiting(2, 99)], '2'],
])('draws which session waits for which: %s', (_, sessions, expected) => {
  expect(drawn(blockingTrees(sessions))).toBe(expected)
})

it('filters sessions by state, wait, transaction and text', () => {
  expect(isWanted(session(1, { state: 'idle' }), 'active')).toBe(false)
  expect(isWanted(waiting(1, 2), 'waiting')).toBe(true)
  expect(isWanted(session(1, { transaction_seconds: 61 }), 'long')).toBe(true)
  expect(isWanted(session(1, { transaction_seconds: null }), 'long')).toBe(false)
  expect(isFound(session(1), ' PSQL')).toBe(true)
  expect(isFound(session(1), 'absent')).toBe(false)
})

it('describes where a session comes from and what it waits for', () => {
  expect(originOf(session(1))).toBe('postgres, psql, 10.0.0.1')
  expect(originOf(session(1, { role: null, application: '', client_address: null }))).toBe(
    'server process',
  )
  expect(waitOf(waiting(1, 2))).toBe('Lock: relation')
  expect(waitOf(session(1, { wait_event_type: 'Client', wait_event: 'ClientRead' }))).toBe(
    undefined,
  )
})
