import { changeObject } from '@stoa/contract/operations/services/meta/object-changes'
import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** The server shows a placeholder, so a preview needs no password. */
const withoutPassword = (change: ObjectChange): ObjectChange =>
  'password' in change ? { ...change, password: 'hidden' } : change

const textOf = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n')

/** The SQL that a change would run, and how long the last one like it took. Disabled while there is no change. */
export function useObjectSql(ref: string, change: ObjectChange | undefined) {
  const shown = change && withoutPassword(change)
  return useEndpointQuery(changeObject, {
    input: shown ? { params: { ref }, body: { change: shown, dry_run: true } } : skipToken,
    // Not below the key of the catalog: the change would otherwise ask for its preview again.
    queryKey: ['object-sql', ref, shown],
    select: ({ statements, last_run: lastRun }) => ({ sql: textOf(statements), lastRun }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
}

/** Reads the SQL of a change once. */
export function useReadObjectSql(ref: string) {
  const call = useCall()
  return async (change: ObjectChange): Promise<string> => {
    const body = { change: withoutPassword(change), dry_run: true }
    const { statements } = await call(changeObject, { params: { ref }, body })
    return textOf(statements)
  }
}

/** Makes a change, unless the object is no longer as it was read. */
export function useChangeObject(ref: string) {
  return useEndpointMutation(changeObject, {
    input: ({ input, replaces }: { input: ObjectChange; replaces?: Replaced | undefined }) => ({
      params: { ref },
      body: { change: input, ...(replaces && { replaces }) },
    }),
    invalidates: databaseKeys.all(ref),
  })
}
