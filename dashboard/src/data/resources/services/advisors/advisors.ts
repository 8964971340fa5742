import type { BodyOf } from '@stoa/contract/endpoint'
import {
  applyFix,
  ignoreFinding,
  listAdvisorRules,
  previewFix,
  readAdvisorReport,
  readAdvisorSummary,
  restoreFinding,
  runAdvisors,
} from '@stoa/contract/operations/services/advisors/advisors'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { freshFor } from '../../../client/freshness.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { projectKeys } from '../../platform/projects.ts'

const advisorsKey = (ref: string) => [...projectKeys.detail(ref), 'advisors'] as const
const reportKey = (ref: string) => [...advisorsKey(ref), 'report'] as const
const summaryKey = (ref: string) => [...advisorsKey(ref), 'summary'] as const

/** Checks also run when the schema has changed. */
const REPORT_POLL_MS = 30_000

export const advisorReportQuery = (call: Call, ref: string) =>
  endpointQuery(call, readAdvisorReport, {
    input: { params: { ref } },
    queryKey: reportKey(ref),
    staleTime: freshFor.opening,
    refetchInterval: pollEvery(REPORT_POLL_MS),
  })

export const useAdvisorReport = (ref: string) => useQuery(advisorReportQuery(useCall(), ref))

/** The number of findings, and the most severe ones. Nothing is read without a ref. */
export const useAdvisorSummary = (ref: string | undefined) =>
  useEndpointQuery(readAdvisorSummary, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: summaryKey(ref ?? ''),
    refetchInterval: pollEvery(2 * REPORT_POLL_MS),
  })

export const advisorRulesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listAdvisorRules, {
    input: { params: { ref } },
    queryKey: [...advisorsKey(ref), 'rules'],
    // They only change with a release.
    staleTime: Infinity,
  })

export const useAdvisorRules = (ref: string) => useQuery(advisorRulesQuery(useCall(), ref))

export const useRunAdvisors = (ref: string) =>
  useEndpointMutation(runAdvisors, {
    input: () => ({ params: { ref } }),
    sets: reportKey(ref),
    invalidates: summaryKey(ref),
  })

export type IgnoreDraft = BodyOf<typeof ignoreFinding>

export const useIgnoreFinding = (ref: string) =>
  useEndpointMutation(ignoreFinding, {
    input: (body: IgnoreDraft) => ({ params: { ref }, body }),
    invalidates: advisorsKey(ref),
  })

export const useRestoreFinding = (ref: string) =>
  useEndpointMutation(restoreFinding, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: advisorsKey(ref),
  })

/** The SQL that corrects a finding. It is composed again each time it is shown. */
export const useFix = (ref: string, cacheKey: string) =>
  useEndpointQuery(previewFix, {
    input: { params: { ref }, body: { cache_key: cacheKey } },
    queryKey: [...advisorsKey(ref), 'fix', cacheKey],
    staleTime: 0,
    gcTime: 0,
  })

/** Afterwards, every page of the project shows the changed object. */
export const useApplyFix = (ref: string) =>
  useEndpointMutation(applyFix, {
    input: (body: BodyOf<typeof applyFix>) => ({ params: { ref }, body }),
    sets: reportKey(ref),
    invalidates: projectKeys.detail(ref),
    meta: { success: 'Fix applied and recorded as a migration' },
  })
