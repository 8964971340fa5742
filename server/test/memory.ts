import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')

/** How often memory is measured, in milliseconds. */
const LOOK_MS = 250

/**
 * The memory in use by this process in bytes, on the heap and outside it, without garbage.
 *
 * V8 frees the memory of dead buffers on another thread, at an unknown time. The next collection
 * first waits for that thread, so a single collection would still count buffers it found dead.
 */
export function heldMemory(): number {
  gc()
  gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The peak increase of memory use while `work` runs, in bytes. */
export async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  const before = heldMemory()
  let most = 0
  const look = () => {
    most = Math.max(most, heldMemory() - before)
  }
  const watch = setInterval(look, LOOK_MS)
  try {
    await work()
    look()
  } finally {
    clearInterval(watch)
  }
  return most
}
