import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { isSame } from './changes-of.ts'
import { currentRecord, replacedRecord } from './replaced-record.ts'
import { useGuardedMutation } from './use-guarded-mutation.ts'
import { useRun } from './use-run.ts'

/** The mutation that sends the body of a form. */
export type FormMutation<Body, Data = unknown> = {
  isPending: boolean
  error: Error | null
  reset?: () => void
  mutate: (
    body: Body,
    options: { onSuccess: (data: Data) => void; onError: (error: Error) => void },
  ) => void
}

export type SendingOptions<Body, Data, Replaced> = {
  /** Sends the body of valid values. */
  mutation?: FormMutation<Body & { replaces?: Replaced | undefined }, Data> | undefined
  /**
   * Takes the body of valid values without a mutation. The form is pending until a promise
   * settles, and shows its error.
   */
  submit?: ((body: Body) => Promise<Data> | void) | undefined
  /** Saves a record only if it is still the one that the form shows. */
  guard?:
    | {
        /** The values that the server compares, in the endpoint’s format. */
        schema: z.core.$ZodType<Replaced>
        record: unknown
      }
    | undefined
}

type Edited<Data> = {
  isDirty: boolean
  /** Whether the record has a newer value of an edited field. */
  isOutdated: boolean
  onSaved: (data: Data) => void
}

/** Sends one body at a time. A guarded record is saved unless somebody else has changed it. */
export function useSending<Body extends object, Data, Replaced extends object>(
  { mutation, submit, guard }: SendingOptions<Body, Data, Replaced>,
  { isDirty, isOutdated, onSaved }: Edited<Data>,
) {
  const run = useRun(submit)
  const { isPending, error, reset } = mutation ?? run
  // Two submits in one tick would both read that nothing is pending.
  const isSending = useRef(false)
  useEffect(() => {
    if (!isPending) isSending.current = false
  })
  // The server compares the record that was shown at the first edit while an edited field is
  // outdated, so that it refuses to overwrite the newer one.
  const [shown, setShown] = useState(guard?.record)
  if (guard && !isDirty && !isSame(shown, guard.record)) setShown(guard.record)
  const replaces = guard && replacedRecord(guard.schema, isOutdated ? shown : guard.record)
  return useGuardedMutation<Body, Replaced, Data>({
    run: {
      isPending,
      error,
      reset,
      mutate({ input, replaces: over }, callbacks) {
        if (isSending.current) return
        isSending.current = true
        // A spread would make an object of a body that is an array.
        if (mutation) mutation.mutate(over ? { ...input, replaces: over } : input, callbacks)
        else run.mutate(input, callbacks)
      },
    },
    replaces,
    readCurrent: guard && ((failure) => replaces && currentRecord(failure, guard.schema, replaces)),
    onSaved,
  })
}
