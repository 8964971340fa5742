import type { RowChange } from './pgoutput.ts'
import { BEGINNING, isAfter, positionOf, type Position } from './position.ts'

/** Changes that are kept for channels that return later than others. */
export type KeptChanges = {
  /** Every change after this that was added or skipped is kept. */
  readonly since: Position
  add(changes: readonly RowChange[]): void
  /** Forgets all changes up to `to`, because no channel needs them. */
  skipTo(to: Position): void
  /** The changes after a position, as far as they are kept. */
  after(position: Position): readonly RowChange[]
}

const MAX_BYTES = 16 * 1024 * 1024

/** Forgets the oldest changes when they are more than `maxBytes`. */
export function createKeptChanges(maxBytes = MAX_BYTES): KeptChanges {
  let since = BEGINNING
  let kept: RowChange[] = []
  let bytes = 0

  function forgetOldest(): void {
    let count = 0
    for (; bytes > maxBytes && count < kept.length; count += 1) {
      const change = kept[count]
      if (!change) break
      bytes -= change.bytes
      since = positionOf(change)
    }
    kept.splice(0, count)
  }

  return {
    get since() {
      return since
    },
    add(changes) {
      for (const change of changes) {
        kept.push(change)
        bytes += change.bytes
      }
      forgetOldest()
    },
    skipTo(to) {
      since = to
      kept = []
      bytes = 0
    },
    after: (position) => kept.filter((change) => isAfter(positionOf(change), position)),
  }
}
