import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/**
 * `acknowledged`: it must have happened. `refused`: it must not have happened. `unknown`: the
 * connection broke, or the server itself cannot know, so both are correct.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

export type Operation = {
  readonly kind: string
  readonly project: string
  /** The subject: the id of a row, the name of a file. */
  readonly key: string
  readonly outcome: Outcome
  /** The data sent, such as the digest of a file, or the response if it was not acknowledged. */
  readonly detail: string
}

export type History = {
  note(operation: Operation): void
  of(kind: string, project?: string): readonly Operation[]
  kinds(): readonly string[]
  close(): Promise<void>
}

/**
 * All operations of clients and their responses, also written to a file, one operation per line.
 */
export function createHistory(file: string): History {
  const operations = new Map<string, Operation[]>()
  const begun = performance.now()
  const lines = createWriteStream(file)
  return {
    note(operation) {
      const known = operations.get(operation.kind) ?? []
      operations.set(operation.kind, known)
      known.push(operation)
      const ms = Math.round(performance.now() - begun)
      lines.write(`${JSON.stringify({ ms, ...operation })}\n`)
    },
    of: (kind, project) =>
      (operations.get(kind) ?? []).filter(
        (one) => project === undefined || one.project === project,
      ),
    kinds: () => [...operations.keys()],
    async close() {
      lines.end()
      await once(lines, 'close')
    },
  }
}
