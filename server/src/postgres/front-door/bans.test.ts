import { beforeEach, describe, expect, it } from 'vitest'
import { createBans, MAX_NETWORKS_PER_PROJECT, type Bans, type ProjectBan } from './bans.ts'

const REF = 'aaaaaaaaaaaaaaaaaaaa'
const rule = { maxFailures: 20, withinMinutes: 10, banMinutes: 30 }
const { maxFailures } = rule
const MINUTE_MS = 60_000
const [withinMs, banMs] = [rule.withinMinutes * MINUTE_MS, rule.banMinutes * MINUTE_MS]

let clock: { at: number; now(): Date }
let bans: Bans
beforeEach(() => {
  clock = { at: Date.parse('2026-03-01T12:00:00Z'), now: () => new Date(clock.at) }
  bans = createBans(clock, rule)
})

const fail = (times: number, network = '203.0.113.7', ref = REF) => {
  for (let time = 0; time < times; time += 1) bans.failed(ref, network)
}

describe('wrong passwords', () => {
  it('ban their address from their project for half an hour', () => {
    fail(maxFailures - 1)
    expect(bans.find(REF, '203.0.113.7')).toBeUndefined()
    expect(bans.failed(REF, '203.0.113.7')).toMatchObject({ failures: maxFailures })
    expect(bans.find(REF, '203.0.113.7')?.until).toEqual(new Date(clock.at + banMs))
    expect(bans.find(REF, '203.0.113.8')).toBeUndefined()
    expect(bans.find('bbbbbbbbbbbbbbbbbbbb', '203.0.113.7')).toBeUndefined()
    clock.at += banMs - 1
    expect(bans.find(REF, '203.0.113.7')).toBeDefined()
    clock.at += 1
    expect(bans.find(REF, '203.0.113.7')).toBeUndefined()
    expect(bans.list(REF)).toEqual([])
  })

  it('are forgotten ten minutes after the first one', () => {
    fail(maxFailures - 1)
    clock.at += withinMs
    fail(maxFailures - 1)
    expect(bans.list(REF)).toEqual([])
    fail(1)
    expect(bans.list(REF)).toHaveLength(1)
  })

  it('do not extend a ban', () => {
    fail(maxFailures)
    const until = bans.find(REF, '203.0.113.7')?.until
    clock.at += 60_000
    fail(5)
    expect(bans.find(REF, '203.0.113.7')?.until).toEqual(until)
  })

  it.each(['127.0.0.1', '0:0:0:0::/64'])('never ban %s, which a proxy can stand for', (network) => {
    fail(maxFailures * 2, network)
    expect(bans.list(REF)).toEqual([])
  })
})

it('lists the bans of a project, the latest first, and lifts them', () => {
  fail(maxFailures, '203.0.113.7')
  clock.at += 1000
  fail(maxFailures, '203.0.113.8')
  fail(1, '203.0.113.9')
  expect(bans.list(REF).map(({ network }) => network)).toEqual(['203.0.113.8', '203.0.113.7'])
  expect(bans.lift(REF, ['203.0.113.7', '203.0.113.9', '1.1.1.1'])).toEqual(['203.0.113.7'])
  expect(bans.find(REF, '203.0.113.7')).toBeUndefined()
  // The count starts again.
  fail(maxFailures - 1, '203.0.113.7')
  expect(bans.list(REF).map(({ network }) => network)).toEqual(['203.0.113.8'])
})

it('remembers a limited number of addresses, and bans longer than failures', () => {
  fail(maxFailures, 'banned')
  fail(maxFailures - 1, 'first')
  for (let address = 0; address < MAX_NETWORKS_PER_PROJECT; address += 1)
    fail(1, `other ${address}`)
  fail(1, 'first')
  expect(bans.list(REF).map(({ network }) => network)).toEqual(['banned'])
})

it('reports each ban once, and continues those of an earlier run', () => {
  const reported: ProjectBan[] = []
  bans = createBans(clock, rule, (ban) => reported.push(ban))
  fail(maxFailures + 5, '203.0.113.7')
  const until = new Date(clock.at + banMs)
  expect(reported).toEqual([{ ref: REF, network: '203.0.113.7', failures: maxFailures, until }])
  const later = createBans(clock, rule)
  const ended = { ...reported[0], ref: REF, network: '203.0.113.8', failures: 20 }
  later.restore([...reported, { ...ended, until: new Date(clock.at) }])
  expect(later.list(REF)).toEqual([{ network: '203.0.113.7', failures: maxFailures, until }])
  expect(later.failed(REF, '203.0.113.7')).toBeUndefined()
  expect(later.lift(REF, ['203.0.113.7'])).toEqual(['203.0.113.7'])
})
