import type { Replaced } from '@stoa/contract/services/meta/query'
import type { ApiError } from '../../data/client/api-error.ts'
import { useSaveDefinition } from '../../data/resources/services/meta/run-sql.ts'
import { useGuardedMutation, type Current } from '../form/use-guarded-mutation.ts'

/** The state that a change is based on, and how to read it again. */
export type Guard = {
  /** The save fails unless the object still has this state. Undefined for a new object. */
  readonly replaces?: Replaced | undefined
  /** Reads the current state after such a failure. Undefined if the object is gone. */
  readonly readCurrent?: ((failure: ApiError) => Promise<Current<Replaced> | undefined>) | undefined
}

type GuardedRun = Guard & { readonly onSaved: () => void }

/** Runs statements that change an object, unless somebody else has changed it since it was read. */
export function useGuardedRun(projectRef: string, { replaces, readCurrent, onSaved }: GuardedRun) {
  const run = useSaveDefinition(projectRef)
  return useGuardedMutation<string, Replaced>({
    run,
    replaces,
    readCurrent: async (failure) => readCurrent?.(failure),
    onSaved,
  })
}
