import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')

/** How often a growing memory is looked at. */
const LOOK_MS = 250

/**
 * The bytes that this process holds, on the heap and off it; what is garbage is not held.
 *
 * V8 gives the memory of dead buffers back on another thread, whenever that comes to run. The next
 * collection begins by waiting for it, so one alone would still count what the last one found dead.
 */
export function heldMemory(): number {
  gc()
  gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The most bytes that this process held beyond what it held before, while `work` ran. */
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
