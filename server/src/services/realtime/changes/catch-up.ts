import type { Change } from './pgoutput.ts'

/** What was delivered since the server began, for the channels that return later than others. */
export type CatchUp = {
  keep(changes: readonly Change[]): void
  /** Undefined if there were too many to keep. */
  changes(): readonly Change[] | undefined
  /** Some changes cannot be had any more. */
  lose(): void
  end(): void
}

const MAX_BYTES = 16 * 1024 * 1024

export function createCatchUp(): CatchUp {
  let kept: Change[] = []
  let bytes = 0
  let isIncomplete = false

  function lose(): void {
    kept = []
    isIncomplete = true
  }

  return {
    keep(changes) {
      if (isIncomplete) return
      kept.push(...changes)
      for (const change of changes) bytes += change.bytes
      if (bytes > MAX_BYTES) lose()
    },
    changes: () => (isIncomplete ? undefined : [...kept]),
    lose,
    end() {
      kept = []
    },
  }
}
