import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createTestControlPlane, type TestControlPlane } from '../server/test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../server/test/fleet.ts'
import { setup } from '../server/test/global-setup.ts'
import { rawSql } from '../server/src/postgres/sql.ts'
import { generateRef } from '../server/src/project/keys/api-keys.ts'
import { atLeast, atMost, told, type Finding } from './finding.ts'
import { median } from './load.ts'

const LARGE_ROWS = 950_000
const MOST_MS = 600_000

/**
 * Measures how long a branch takes from its creation until it serves, while its parent is written to,
 * and how that compares with a plain copy of the same files.
 */
export async function measureBranches(): Promise<readonly Finding[]> {
  setup()
  const control = await createTestControlPlane()
  const test = await createTestFleet(control)
  try {
    const ref = await test.createProject()
    await run(
      test,
      ref,
      'create table public.rows (id int generated always as identity, text text)',
    )
    const small: number[] = []
    for (let round = 0; round < 5; round += 1)
      small.push((await branch(control, test, ref)).seconds)
    await run(
      test,
      ref,
      `create table public.large as
       select n, repeat(md5(n::text), 30) as text from generate_series(1, ${LARGE_ROWS}) as n`,
    )
    await run(test, ref, 'checkpoint')
    const ratios: number[] = []
    const large: number[] = []
    let slowest = 0
    for (let round = 0; round < 3; round += 1) {
      const plain = await copyPlainly(path.join(control.folders.projects, ref))
      const measured = await branch(control, test, ref)
      ratios.push(plain / measured.seconds)
      large.push(measured.seconds)
      slowest = Math.max(slowest, measured.slowestInsertMs)
    }
    return [
      atMost('branch of a project of 40 MB, until it serves', median(small), 's', 1),
      told('branch of a project of 1 GB, until it serves', median(large), 's'),
      atLeast('the same, speed of a plain copy of its files', median(ratios), 'x', 0.7),
      told('slowest insert into the parent at that time', slowest, 'ms'),
    ]
  } finally {
    await test.stop()
    await control.stop()
  }
}

async function run({ fleet }: TestFleet, ref: string, text: string): Promise<void> {
  const { project, release } = await fleet.acquire(ref)
  await project.database.as('supabase_admin').run(rawSql(text)).finally(release)
}

/** Branches a project while somebody inserts rows, and deletes the branch. */
async function branch(control: TestControlPlane, test: TestFleet, from: string) {
  const { fleet } = test
  const ref = generateRef()
  let isOver = false
  let slowestInsertMs = 0
  const writing = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await run(test, from, `insert into public.rows (text) values (repeat('x', 100))`)
      slowestInsertMs = Math.max(slowestInsertMs, performance.now() - begun)
    }
  })()
  const begun = performance.now()
  await control.database.as('supabase_admin').transaction((tx) =>
    fleet.create(tx, {
      ref,
      databasePassword: 'quiet-marble-4417',
      origin: { kind: 'copy', ref: from, content: 'data' },
    }),
  )
  const { status, failure } = await fleet.waitWhile(ref, ['COMING_UP'], MOST_MS)
  const seconds = (performance.now() - begun) / 1000
  isOver = true
  await writing
  if (status !== 'ACTIVE_HEALTHY') throw new Error(`The branch is ${status}: ${failure?.message}`)
  await fleet.remove(ref)
  await fleet.waitWhile(ref, ['GOING_DOWN'], MOST_MS)
  return { seconds, slowestInsertMs }
}

async function copyPlainly(dataDir: string): Promise<number> {
  const target = `${dataDir}.plain`
  const begun = performance.now()
  await promisify(execFile)('cp', ['-a', '--reflink=auto', dataDir, target])
  const seconds = (performance.now() - begun) / 1000
  await rm(target, { recursive: true, force: true })
  return seconds
}
