import { testPolicies } from '@stoa/contract/operations/services/meta/policy-tests'
import type { PolicyTest } from '@stoa/contract/services/meta/policy-tests'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'

/** The SQL of a test and the policies that decide in it. Disabled while there is no test. */
export function usePolicyTestPlan(ref: string, test: PolicyTest | undefined) {
  return useEndpointQuery(testPolicies, {
    input: test ? { params: { ref }, body: { test, dry_run: true } } : skipToken,
    queryKey: ['policy-test', ref, test],
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
}

export function useTestPolicies(ref: string) {
  return useEndpointMutation(testPolicies, {
    input: (test: PolicyTest) => ({ params: { ref }, body: { test } }),
  })
}
