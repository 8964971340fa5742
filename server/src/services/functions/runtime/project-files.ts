const BUSY_MS = 1000
const IDLE_MS = 10_000
/** If measuring many files takes long, it is repeated less often. */
const PAUSES_PER_MEASURING = 10

export type ProjectFiles = {
  /** Measures the files of a project until none of its processes runs. */
  watch(ref: string): void
}

/**
 * Limits the files of projects while their functions run: often while a process has requests, and
 * rarely while all are idle.
 */
export function createProjectFiles(options: {
  readonly stateOf: (ref: string) => 'busy' | 'idle' | 'ended'
  readonly hasSpace: (ref: string) => Promise<boolean>
  /** Called if the files exceed their limit. */
  readonly onFull: (ref: string) => Promise<void>
}): ProjectFiles {
  const watched = new Set<string>()

  async function look(ref: string): Promise<void> {
    const began = performance.now()
    if (!(await options.hasSpace(ref))) await options.onFull(ref)
    schedule(ref, (performance.now() - began) * PAUSES_PER_MEASURING)
  }

  function schedule(ref: string, leastMs: number): void {
    const state = options.stateOf(ref)
    if (state === 'ended') return void watched.delete(ref)
    const delay = state === 'idle' ? IDLE_MS : BUSY_MS
    setTimeout(() => void look(ref), Math.max(delay, leastMs)).unref()
  }

  return {
    watch(ref) {
      if (watched.has(ref)) return
      watched.add(ref)
      schedule(ref, 0)
    },
  }
}
