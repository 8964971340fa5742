import type { DatabaseLock, DatabaseSession } from '@stoa/contract/services/meta/activity'
import { describe, expect, it } from 'vitest'
import { lockText, runningList } from './running-list.ts'

const session = (pid: number, more: Partial<DatabaseSession> = {}): DatabaseSession => ({
  pid,
  backend_start: `2026-01-01T00:00:0${pid}Z`,
  role: 'postgres',
  application: 'psql',
  client_address: null,
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
  ...more,
})

const lock: DatabaseLock = {
  pid: 2,
  relation: 'public.orders',
  kind: 'relation',
  mode: 'ShareLock',
  is_granted: false,
  waiting_seconds: 3,
}

describe('running queries', () => {
  it('are the active ones, the reader’s own first, in the order of their sessions', () => {
    const list = runningList({
      own_pids: [3],
      sessions: [
        session(2),
        session(1),
        session(3, { state: 'idle in transaction' }),
        session(4, { state: 'idle' }),
        session(5, { is_platform: true }),
      ],
      locks: [],
    })
    expect(list.map(({ session: { pid } }) => pid)).toEqual([3, 1, 2])
    expect(list[0]).toMatchObject({ isOwn: true, wait: undefined })
  })

  it('name the lock that they wait for, and its holder, even if that is idle', () => {
    const holder = session(1, { state: 'idle in transaction', is_platform: true })
    const list = runningList({
      own_pids: [2],
      sessions: [holder, session(2, { blocked_by: [1, 9] })],
      locks: [{ ...lock, is_granted: true }, lock],
    })
    expect(list).toMatchObject([
      { session: { pid: 2 }, wait: { lock, holders: [holder, { pid: 9 }] } },
      { session: { pid: 1 }, blocks: [2] },
    ])
  })
})

describe('a lock', () => {
  it('is named after its table, or after the row', () => {
    expect(lockText(lock)).toBe('ShareLock on public.orders')
    expect(lockText({ ...lock, relation: null, kind: 'transactionid' })).toBe(
      'a row that another transaction changed',
    )
    expect(lockText(undefined)).toBe('a lock')
  })
})
