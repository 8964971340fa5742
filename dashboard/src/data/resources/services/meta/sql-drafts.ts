import { draftSql } from '@stoa/contract/operations/services/meta/sql-drafts'
import type { PolicyCondition } from '@stoa/contract/services/meta/policy-conditions'
import type { SqlDraft } from '@stoa/contract/services/meta/sql-drafts'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'

/** SQL that the server writes for a person. Disabled while there is no draft. */
export function useSqlDraft(ref: string, draft: SqlDraft | undefined) {
  return useEndpointQuery(draftSql, {
    input: draft ? { params: { ref }, body: { draft } } : skipToken,
    queryKey: ['sql-draft', ref, draft],
    select: ({ sql }) => sql,
    placeholderData: keepPreviousData,
    // The same draft always has the same text.
    staleTime: Infinity,
    retry: false,
  })
}

/** Reads the SQL of one draft, for an action that opens it. */
export function useReadDraft(ref: string) {
  const call = useCall()
  return async (draft: SqlDraft) => (await call(draftSql, { params: { ref }, body: { draft } })).sql
}

/** The text of a condition, and whether it is that of the condition or of the one before. */
type ConditionText = { readonly text: string; readonly isCurrent: boolean }

/** Reads the text of a condition. It is empty until the server has written it. */
export function useConditionText(
  ref: string,
  condition: PolicyCondition | undefined,
): ConditionText {
  const isTyped = typeof condition !== 'object'
  const { data, isPlaceholderData } = useSqlDraft(
    ref,
    isTyped ? undefined : { kind: 'policy_condition', condition },
  )
  if (isTyped) return { text: condition ?? '', isCurrent: true }
  return { text: data ?? '', isCurrent: data !== undefined && !isPlaceholderData }
}
