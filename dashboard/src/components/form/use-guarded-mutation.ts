import { useState } from 'react'
import { hasErrorCode, type ApiError } from '../../data/client/api-error.ts'

/** The current state of an object: its text, and the values that the server compares. */
export type Current<Replaced> = { readonly text: string; readonly replaces: Replaced }

type Callbacks<Data> = { onSuccess: (data: Data) => void; onError: (error: Error) => void }

type GuardedMutation<Input, Replaced, Data> = {
  run: {
    isPending: boolean
    error: Error | null
    reset?: (() => void) | undefined
    mutate: (
      change: { input: Input; replaces: Replaced | undefined },
      callbacks: Callbacks<Data>,
    ) => void
  }
  /** The change fails unless the object still has this state. Undefined for a new object. */
  replaces: Replaced | undefined
  /**
   * Reads the current state after such a failure. Undefined if the object is gone. Without it, the
   * failure is an error like any other.
   */
  readCurrent:
    | ((
        failure: ApiError,
      ) => Promise<Current<Replaced> | undefined> | Current<Replaced> | undefined)
    | undefined
  onSaved: (data: Data, input: Input) => void
}

/** The newer state of an object that somebody else has changed. */
type Newer<Input, Replaced> =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'failed'; error: Error }
  | { step: 'read'; input: Input; now: Current<Replaced> | undefined }

/**
 * Changes an object unless somebody else has changed it since it was read. `conflict` is then set
 * until one of its functions is called.
 */
export function useGuardedMutation<Input, Replaced, Data = unknown>({
  run,
  replaces,
  readCurrent,
  onSaved,
}: GuardedMutation<Input, Replaced, Data>) {
  const [accepted, setAccepted] = useState<{ from: string; now: Replaced | undefined }>()
  const [newer, setNewer] = useState<Newer<Input, Replaced>>({ step: 'none' })
  // `JSON.stringify(undefined)` is not a string.
  const from = JSON.stringify(replaces ?? null)
  const expected = accepted && accepted.from === from ? accepted.now : replaces
  const read = async (input: Input, failure: ApiError) => {
    setNewer({ step: 'reading' })
    try {
      setNewer({ step: 'read', input, now: await readCurrent?.(failure) })
    } catch (error) {
      setNewer({ step: 'failed', error: error instanceof Error ? error : failure })
    }
  }
  const write = (
    input: Input,
    over: Replaced | undefined,
    onError: (error: Error) => void = () => undefined,
  ) => {
    setNewer({ step: 'none' })
    run.mutate(
      { input, replaces: over },
      {
        onSuccess: (data) => onSaved(data, input),
        onError(failure) {
          if (readCurrent && hasErrorCode(failure, 'definition_changed')) void read(input, failure)
          else onError(failure)
        },
      },
    )
  }
  const isPending = run.isPending || newer.step === 'reading'
  const runError = newer.step === 'none' ? run.error : null
  return {
    isPending,
    error: newer.step === 'failed' ? newer.error : runError,
    /** All other failures go to `onError`. */
    save(input: Input, onError?: (error: Error) => void) {
      if (!isPending) write(input, expected, onError)
    },
    /** Forgets a failure. */
    reset() {
      setNewer({ step: 'none' })
      run.reset?.()
    },
    conflict:
      newer.step === 'read'
        ? {
            /** Undefined if the object is gone. */
            current: newer.now?.text,
            failure: run.error,
            onCancel() {
              setNewer({ step: 'none' })
              run.reset?.()
            },
            onOverwrite() {
              const over = newer.now?.replaces
              setAccepted({ from, now: over })
              write(newer.input, over)
            },
          }
        : undefined,
  }
}
