import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const module = new URL('./external-memory.ts', import.meta.url).href

/** Receives 750 MB in chunks that become garbage at once, with a heap of live objects. */
const RECEIVE = `
  const heap = Array.from({ length: 300_000 }, (_, n) => ({ n, text: 'object ' + n }))
  let searches = 0
  let chunks = 0
  const { NODE_PERFORMANCE_GC_MAJOR: MAJOR } = constants
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === MAJOR) searches += 1
  }).observe({ entryTypes: ['gc'] })
  const receive = () => {
    for (let n = 0; n < 16; n += 1) Buffer.from(new ArrayBuffer(65_536))
    chunks += 16
    if (chunks < 12_000) setImmediate(receive)
    else setTimeout(() => console.log(heap.length === 300_000 ? searches : 'lost'), 50)
  }
  receive()`

async function searches(prepare: string): Promise<number> {
  const source = `
    import { constants, PerformanceObserver } from 'node:perf_hooks'
    import { countExternalMemory } from ${JSON.stringify(module)}
    ${prepare}
    ${RECEIVE}`
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']
  const args = [...flags, '--input-type=module', '--eval', source]
  return Number((await run(process.execPath, args)).stdout)
}

it('does not search the whole heap for the garbage of an upload', async () => {
  expect(await searches('')).toBeGreaterThan(4)
  expect(await searches('countExternalMemory(process.versions.node)')).toBeLessThanOrEqual(2)
})

it('changes nothing in a Node that does not have the flag', async () => {
  expect(await searches('countExternalMemory("22.12.0")')).toBeGreaterThan(4)
})
