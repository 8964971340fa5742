import { useState } from 'react'
import { z } from 'zod'
import type { ApiError } from '../../data/client/api-error.ts'
import { useGuardedMutation, type Current } from './use-guarded-mutation.ts'

type GuardedForm<Body, Replaced> = {
  /** The values that the server compares, in the endpoint's format. */
  schema: z.core.$ZodType<Replaced>
  /** The record that the form shows when it opens. It may be refetched while the form is open. */
  record: unknown
  mutation: {
    isPending: boolean
    error: Error | null
    reset: () => void
    mutate: (
      body: Body & { replaces?: Replaced | undefined },
      callbacks: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void
  }
  onSaved: () => void
}

/**
 * The mutation of a form that saves a record unless somebody else has changed it since the form was
 * opened. `conflict` is then for a `ConflictDialog`.
 */
export function useGuardedForm<Body extends object, Replaced extends object>({
  schema,
  record,
  mutation,
  onSaved,
}: GuardedForm<Body, Replaced>) {
  const [shown] = useState(() => z.parse(schema, record))
  const { save, ...guarded } = useGuardedMutation<Body, Replaced>({
    run: {
      ...mutation,
      mutate: ({ input, replaces }, callbacks) =>
        mutation.mutate({ ...input, ...(replaces && { replaces }) }, callbacks),
    },
    replaces: shown,
    readCurrent: async (failure) => currentOf(failure, schema, shown),
    onSaved,
  })
  return {
    ...guarded,
    mutate: (body: Body, callbacks?: { onError: (error: Error) => void }) =>
      save(body, callbacks?.onError),
  }
}

const Details = z.object({ current: z.record(z.string(), z.unknown()) })

/** The current record in the response, one changed field per line. */
function currentOf<Replaced extends object>(
  { details }: ApiError,
  schema: z.core.$ZodType<Replaced>,
  shown: Replaced,
): Current<Replaced> | undefined {
  const found = Details.safeParse(details)
  if (!found.success) return undefined
  const { current } = found.data
  const before = new Map(Object.entries(shown).map(([name, value]) => [name, textOf(value)]))
  const lines = Object.entries(current)
    .filter(([name, value]) => before.get(name) !== textOf(value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`)
  return { text: lines.join('\n'), replaces: z.parse(schema, current) }
}

function textOf(value: unknown): string {
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
