import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Position } from '../position.ts'
import { createJournal, type Journal } from './journal.ts'
import { afterEnd, type Entry } from './records.ts'

let folder: string
const failures: unknown[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-journal-'))
  failures.length = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (boot = 'boot') =>
  createJournal(folder, { boot, failed: (error) => failures.push(error) })
const at = (lsn: number, count = 0): Position => ({ lsn: BigInt(lsn), count })
const file = (name: string) => path.join(folder, name)
const [a, b] = ['a'.repeat(16), 'b'.repeat(16)]
const until = 1_800_000_000_000

/** The files that a killed server leaves to the next one. */
function reopen(journal: Journal, boot?: string) {
  journal.close()
  const next = open(boot)
  return { next, loaded: next.load() }
}

it('reads back the state and every kind of entry', () => {
  const journal = open()
  journal.update({ delivered: at(0x1_0000_0007, 3), sending: at(0x1_0000_0008), doubtUntil: 5 })
  const entries: readonly Entry[] = [
    { kind: 'joined', key: a },
    { kind: 'joined', key: a },
    { kind: 'behind', key: a, sure: at(9, 1) },
    { kind: 'joined', key: b },
    { kind: 'left', key: b },
    { kind: 'absent', key: b, sure: at(1, 2), from: at(3, 4), until },
    { kind: 'absent', key: b, sure: at(5), from: at(5), until },
    { kind: 'gone', key: b, sure: at(5), from: at(5), until },
    { kind: 'shared', key: b, sure: at(1), until },
    { kind: 'behind', key: a, sure: at(10) },
    { kind: 'settled', key: a, sure: at(9, 1) },
  ]
  for (const entry of entries) journal.append([entry])
  const expected = new Map(journal.records)
  expect(expected).toEqual(
    new Map([
      [a, { joined: 2, behind: [at(10)], absent: [], shared: undefined }],
      [
        b,
        {
          joined: 0,
          behind: [],
          absent: [{ sure: at(1, 2), from: at(3, 4), until }],
          shared: { sure: at(1), until },
        },
      ],
    ]),
  )
  const { next, loaded } = reopen(journal)
  expect(loaded).toEqual({ writtenAt: expect.any(Number), isDoubtful: false })
  expect(Number.isInteger(loaded.writtenAt)).toBe(true)
  expect(next.records).toEqual(expected)
  expect(next.state).toEqual(journal.state)
  next.replace(next.records)
  expect(reopen(next).next.records).toEqual(expected)
})

it('reads the files of an earlier release', () => {
  writeFileSync(file('delivered'), '{"lsn":"26000000","count":2}'.padEnd(80))
  writeFileSync(file('subscribed'), `+${a}\n+${b}\n-${a}\n`)
  const journal = open()
  expect(journal.load()).toEqual({ writtenAt: expect.any(Number), isDoubtful: false })
  expect(journal.state).toMatchObject({ delivered: at(26_000_000, 2), sending: at(26_000_000, 2) })
  expect([...journal.records.keys()]).toEqual([b])
})

it.each<[string, () => void]>([
  ['the state is cut off', () => truncateSync(file('delivered'), 0)],
  ['a line is cut off', () => truncateSync(file('subscribed'), 5)],
  ['a line is unknown', () => appendFileSync(file('subscribed'), `?${a}\n`)],
  ['the state is gone', () => rmSync(file('delivered'))],
])('is doubtful if %s', (_, damage) => {
  const journal = open()
  journal.update({ delivered: at(1) })
  journal.append([{ kind: 'joined', key: a }])
  journal.close()
  damage()
  expect(open().load().isDoubtful).toBe(true)
})

it('is doubtful after a reboot of the machine', () => {
  const journal = open()
  journal.update({ delivered: at(1) })
  expect(reopen(journal, 'another').loaded.isDoubtful).toBe(true)
})

it('is doubtful after a channel could not be recorded', () => {
  const journal = open()
  journal.update({ delivered: at(1) })
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  journal.append([{ kind: 'joined', key: a }])
  journal.append([{ kind: 'joined', key: b }])
  // It is reported once, and the state was already open.
  expect(failures).toHaveLength(1)
  expect(journal.state.isPartial).toBe(true)
  expect(journal.records.size).toBe(2)
})

it('rewrites the file when most of its lines are out of date', () => {
  const journal = open()
  journal.update({})
  for (let count = 0; count < 3000; count += 1)
    journal.append([
      { kind: 'joined', key: a },
      { kind: 'left', key: a },
    ])
  journal.append([{ kind: 'joined', key: b }])
  expect(readFileSync(file('subscribed'), 'utf8').split('\n').length).toBeLessThan(2000)
  expect([...reopen(journal).next.records.keys()]).toEqual([b])
})

it('makes the channels of a server that has ended absent, until their time is over', () => {
  const journal = open()
  journal.append([
    { kind: 'joined', key: a },
    { kind: 'joined', key: a },
    { kind: 'behind', key: a, sure: at(3) },
    { kind: 'absent', key: b, sure: at(1), from: at(1), until: 50 },
    { kind: 'absent', key: b, sure: at(2), from: at(2), until: 150 },
  ])
  const given = { reached: at(7), sending: at(8), now: 100 }
  expect(afterEnd(journal.records, { ...given, until: 200 })).toEqual(
    new Map([
      [
        a,
        {
          joined: 0,
          behind: [],
          absent: [
            { sure: at(3), from: at(8), until: 200 },
            { sure: at(7), from: at(8), until: 200 },
          ],
          shared: { sure: at(3), until: 200 },
        },
      ],
      [
        b,
        {
          joined: 0,
          behind: [],
          absent: [{ sure: at(2), from: at(2), until: 150 }],
          shared: undefined,
        },
      ],
    ]),
  )
  expect(afterEnd(journal.records, { ...given, until: 90, now: 160 })).toEqual(new Map())
})
