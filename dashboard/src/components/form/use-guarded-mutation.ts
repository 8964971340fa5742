import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasErrorCode, type ApiError } from '../../data/client/api-error.ts'

/** The current state of an object: its text, and the values that the server compares. */
export type Current<Replaced> = { readonly text: string; readonly replaces: Replaced }

type Callbacks = { onSuccess: () => void; onError: (error: Error) => void }

type GuardedMutation<Input, Replaced> = {
  run: {
    isPending: boolean
    error: Error | null
    reset: () => void
    mutate: (change: { input: Input; replaces: Replaced | undefined }, callbacks: Callbacks) => void
  }
  /** The change fails unless the object still has this state. Undefined for a new object. */
  replaces: Replaced | undefined
  /** Reads the current state after such a failure. Undefined if the object is gone. */
  readCurrent: (failure: ApiError) => Promise<Current<Replaced> | undefined>
  onSaved: () => void
}

/**
 * Changes an object unless somebody else has changed it since it was read. `conflict` is then set
 * until one of its functions is called.
 */
export function useGuardedMutation<Input, Replaced>({
  run,
  replaces,
  readCurrent,
  onSaved,
}: GuardedMutation<Input, Replaced>) {
  const [accepted, setAccepted] = useState<{ from: string; now: Replaced | undefined }>()
  // `JSON.stringify(undefined)` is not a string.
  const from = JSON.stringify(replaces ?? null)
  const expected = accepted && accepted.from === from ? accepted.now : replaces
  const newer = useMutation({
    mutationFn: async ({ failure }: { input: Input; failure: ApiError }) => ({
      now: await readCurrent(failure),
    }),
  })
  const write = (
    input: Input,
    over: Replaced | undefined,
    onError: (error: Error) => void = () => undefined,
  ) =>
    run.mutate(
      { input, replaces: over },
      {
        onSuccess: onSaved,
        onError(failure) {
          if (hasErrorCode(failure, 'definition_changed')) newer.mutate({ input, failure })
          else onError(failure)
        },
      },
    )
  const isPending = run.isPending || newer.isPending
  return {
    isPending,
    error: newer.error ?? (newer.isSuccess || newer.isPending ? null : run.error),
    /** All other failures go to `onError`. */
    save(input: Input, onError?: (error: Error) => void) {
      if (isPending) return
      newer.reset()
      write(input, expected, onError)
    },
    conflict: newer.isSuccess
      ? {
          /** Undefined if the object is gone. */
          current: newer.data.now?.text,
          failure: run.error,
          onCancel() {
            newer.reset()
            run.reset()
          },
          onOverwrite() {
            const over = newer.data.now?.replaces
            setAccepted({ from, now: over })
            newer.reset()
            write(newer.variables.input, over)
          },
        }
      : undefined,
  }
}
