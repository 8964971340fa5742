import type { Replaced } from '@stoa/contract/services/meta/query'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasErrorCode } from '../../data/client/api-error.ts'
import { useSaveDefinition } from '../../data/resources/database/run-sql.ts'

/** An object as it is now: its text, and what the server compares with it. */
type CurrentDefinition = { readonly text: string; readonly replaces: Replaced }

/** What a change starts from, and how to read it again. */
export type Guard = {
  /** The save fails if the object is not like this any more. Undefined for a new object. */
  readonly replaces?: Replaced | undefined
  /** Reads what it is now, after such a failure. Undefined if the object is gone. */
  readonly readCurrent?: (() => Promise<CurrentDefinition | undefined>) | undefined
}

type GuardedRun = Guard & { readonly onSaved: () => void }

/**
 * Runs statements that change an object, unless somebody else has changed it since it was read.
 * `conflict` is then set until one of its functions is called.
 */
export function useGuardedRun(projectRef: string, { replaces, readCurrent, onSaved }: GuardedRun) {
  const run = useSaveDefinition(projectRef)
  const [accepted, setAccepted] = useState<{ from: string; now: Replaced | undefined }>()
  // Undefined is no JSON.
  const from = JSON.stringify(replaces ?? null)
  const expected = accepted && accepted.from === from ? accepted.now : replaces
  const newer = useMutation({
    mutationFn: async (_sql: string) => ({ now: await readCurrent?.() }),
  })
  const write = (sql: string, over: Replaced | undefined) =>
    run.mutate(
      { sql, replaces: over },
      {
        onSuccess: onSaved,
        onError: (failure) => {
          if (hasErrorCode(failure, 'definition_changed')) newer.mutate(sql)
        },
      },
    )
  const isPending = run.isPending || newer.isPending
  return {
    isPending,
    error: newer.error ?? (newer.isSuccess || newer.isPending ? null : run.error),
    save(sql: string) {
      if (isPending) return
      newer.reset()
      write(sql, expected)
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
            write(newer.variables, over)
          },
        }
      : undefined,
  }
}
