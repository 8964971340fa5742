import { expect, it } from 'vitest'
import type { Log } from '../../lib/log.ts'
import type { Project } from '../../project/project.ts'
import { createBackground } from './background.ts'

/** The parts of a project that background work uses, and a record of their use. */
function createTestProject(ref: string) {
  const errors: unknown[] = []
  let holds = 0
  const log: Log = {
    debug() {},
    info() {},
    warn() {},
    error: (fields) => void errors.push(fields['err']),
  }
  const holdAwake = () => {
    holds += 1
    return () => void (holds -= 1)
  }
  const project = { ref, log: () => log, holdAwake } as unknown as Project
  return { project, errors, holds: () => holds }
}

const stuck = () => new Promise<void>(() => {})

it('keeps the work of stuck projects from holding up another project', async () => {
  const background = createBackground()
  for (let n = 0; n < 20; n += 1) background.start(createTestProject(`stuck-${n}`).project, stuck)
  const { project, holds } = createTestProject('other')
  const done = new Promise<string>((resolve) =>
    background.start(project, async () => resolve('done')),
  )
  expect(await done).toBe('done')
  await expect.poll(holds).toBe(0)
})

it('keeps the project awake until the work ends, and logs a failure', async () => {
  const background = createBackground()
  const { project, errors, holds } = createTestProject('failing')
  const failure = new Error('refused by a trigger')
  background.start(project, () => Promise.reject(failure))
  expect(holds()).toBe(1)
  await expect.poll(holds).toBe(0)
  expect(errors).toEqual([failure])
})

it('refuses more work of a project that has too much waiting', () => {
  const background = createBackground()
  const { project } = createTestProject('busy')
  for (let n = 0; n < 201; n += 1) background.start(project, stuck)
  expect(() => background.start(project, stuck)).toThrow(
    expect.objectContaining({ status: 429, code: 'over_request_rate_limit', retryAfter: 10 }),
  )
})
