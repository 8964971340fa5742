import { hash as bcryptHash } from '@node-rs/bcrypt'
import { expect, it } from 'vitest'
import type { Log } from '../../../lib/log.ts'
import { PLATFORM_REF, type Project } from '../../../project/project.ts'
import { createPasswords } from './passwords.ts'

const warnings: unknown[] = []
const log: Log = {
  debug() {},
  info() {},
  warn: (fields) => void warnings.push(fields['err']),
  error() {},
}

/** The parts of a project that hashing reads. */
const projectOf = (ref: string) => ({ ref, log: () => log }) as unknown as Project
const askerOf = (ref: string, network = '192.0.2.1') => ({
  project: projectOf(ref),
  client: { network },
})

it('keeps a flood at one project from holding up the others and the dashboard', async () => {
  const passwords = createPasswords()
  // Slow enough that each hash is counted before many others are ready.
  const hash = await bcryptHash('right', { cost: 7 })
  const done: string[] = []
  const verify = async (ref: string, password: string, network?: string) => {
    const isRight = await passwords.verify(askerOf(ref, network), password, hash)
    done.push(ref)
    return isRight
  }
  const flood = Promise.allSettled(
    Array.from({ length: 150 }, (_, n) => verify('flooded', 'wrong', `192.0.2.${n % 10}`)),
  )
  const others = [verify('calm', 'right'), verify(PLATFORM_REF, 'right')]
  expect(await Promise.all(others)).toEqual([true, true])
  // Out of the 101 hashes of the flood.
  expect(done.filter((ref) => ref === 'flooded').length).toBeLessThan(20)
  const refused = (await flood).filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(49)
  expect(refused[0]?.reason).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    retryAfter: 5,
  })
})

it('refuses the client that floods a project, not another one', async () => {
  const passwords = createPasswords()
  const hash = await bcryptHash('right', { cost: 4 })
  const flood = Promise.allSettled(
    Array.from({ length: 60 }, () => passwords.verify(askerOf('shared'), 'wrong', hash)),
  )
  expect(await passwords.verify(askerOf('shared', '203.0.113.5'), 'right', hash)).toBe(true)
  const refused = (await flood).filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(35)
  expect(await passwords.verify(askerOf('shared'), 'right', hash)).toBe(true)
})

it('hashes for unknown accounts too, so that their responses take as long', async () => {
  const passwords = createPasswords()
  const flood = Array.from({ length: 60 }, () => passwords.verify(askerOf('any'), 'wrong', null))
  const outcomes = await Promise.allSettled(flood)
  // Each took a place in the queue of hashes, which an early response would not need.
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(35)
})

it.each([
  ['too costly', '$2a$31$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
  [
    'too costly in another spelling',
    '$2a$+31$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
  ],
  ['no bcrypt hash', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA'],
])('takes a stored hash that is %s for a wrong password and logs it', async (_, hash) => {
  warnings.length = 0
  expect(await createPasswords().verify(askerOf('any'), 'password', hash)).toBe(false)
  expect(warnings).toEqual([expect.objectContaining({ status: 400 })])
})
