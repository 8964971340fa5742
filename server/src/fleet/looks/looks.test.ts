import { beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { LookCluster, OpeningLook } from './look-cluster.ts'
import { createLooks, type OwnLooks } from './looks.ts'

const at = new Date('2026-03-08T12:00:00Z')
const request = { target: { kind: 'time', at }, moment: at } as const

let now = at
let free = 10e9
/** The openings that have begun and not ended. */
let openings: { readonly opening: OpeningLook; readonly done: PromiseWithResolvers<LookCluster> }[]
let closed: string[]
let looks: OwnLooks

beforeEach(() => {
  now = at
  free = 10e9
  openings = []
  closed = []
  looks = createLooks({
    backups: { place: async () => {} },
    projects: '/nowhere',
    freeBytes: async () => free,
    clock: { now: () => now },
    log: silentLog,
    session: () => {
      throw new Error('Nothing is recorded')
    },
    open(opening) {
      const done = Promise.withResolvers<LookCluster>()
      openings.push({ opening, done })
      opening.signal.addEventListener('abort', () => done.reject(opening.signal.reason))
      return done.promise
    },
  })
})

const cluster = (ref: string): LookCluster => ({
  // The looks hand the database on, and call nothing of it.
  database: {} as LookCluster['database'],
  close: async () => void closed.push(ref),
})

async function open(ref: string): Promise<void> {
  await looks.begin(ref, request)
  openings.at(-1)?.done.resolve(cluster(ref))
  await expect.poll(() => looks.get(ref)?.phase).toBe('open')
}

const pass = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000))
const gone = (ref: string) => expect.poll(() => looks.get(ref)).toBeUndefined()

it('shows the steps of a look until it is open, and says when it ends', async () => {
  expect(await looks.begin('a', request)).toMatchObject({ phase: 'copying', endsAt: null })
  openings[0]?.opening.onReplaying()
  expect(looks.get('a')?.phase).toBe('replaying')
  openings[0]?.done.resolve(cluster('a'))
  await expect.poll(() => looks.get('a')?.phase).toBe('open')
  expect(looks.get('a')?.endsAt).toEqual(new Date('2026-03-08T12:30:00Z'))
})

it('allows one for each project, and four altogether', async () => {
  for (const ref of ['a', 'b', 'c', 'd']) await open(ref)
  await expect(looks.begin('a', request)).rejects.toMatchObject({ code: 'look_exists' })
  await expect(looks.begin('e', request)).rejects.toMatchObject({ code: 'too_many_looks' })
})

it('does not begin without room on the disk, and can begin later', async () => {
  free = 1
  await expect(looks.begin('a', request)).rejects.toMatchObject({ code: 'disk_full' })
  expect(looks.get('a')).toBeUndefined()
  free = 10e9
  await open('a')
})

it('ends after thirty minutes without use, but not while something reads', async () => {
  await open('a')
  const lease = looks.acquire('a')
  pass(31)
  looks.sweep()
  expect(looks.get('a')?.phase).toBe('open')
  lease.release()
  pass(29)
  looks.sweep()
  expect(looks.get('a')?.phase).toBe('open')
  pass(1)
  looks.sweep()
  await expect
    .poll(() => looks.get('a'))
    .toMatchObject({ phase: 'ended', end: { code: 'look_idle' } })
  expect(closed).toEqual(['a'])
})

it('ends after four hours, even in use', async () => {
  await open('a')
  looks.acquire('a')
  pass(240)
  looks.sweep()
  await expect.poll(() => looks.get('a')?.end?.code).toBe('look_too_long')
  expect(() => looks.acquire('a')).toThrow(expect.objectContaining({ code: 'look_not_open' }))
})

it('can be canceled while it opens, and closed afterwards', async () => {
  await looks.begin('a', request)
  await looks.end('a')
  await gone('a')
  await open('a')
  await looks.end('a')
  await gone('a')
  expect(closed).toEqual(['a'])
  await expect(looks.end('a')).rejects.toMatchObject({ code: 'look_not_found' })
})

it('says why it could not be opened or has stopped, until it is closed or opened again', async () => {
  await looks.begin('a', request)
  openings[0]?.done.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await expect.poll(() => looks.get('a')?.end?.code).toBe('disk_full')
  await open('a')
  openings.at(-1)?.opening.onCrash()
  await expect.poll(() => looks.get('a')?.end?.code).toBe('look_crashed')
  await looks.end('a')
  await gone('a')
})

it('ends all of them when the server stops', async () => {
  await open('a')
  await looks.begin('b', request)
  await looks.stop()
  expect([looks.get('a'), looks.get('b')]).toEqual([undefined, undefined])
})
