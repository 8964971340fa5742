import { testPolicies } from '@stoa/contract/services/meta/policy-tests'
import { route, type Route } from '../../../lib/http.ts'
import type { Runs } from '../query/runs.ts'
import { previewPolicyTest, runPolicyTest } from './test-policies.ts'

export const policyTestRoutes = (runs: Runs): Route[] => [
  route(testPolicies).to(({ request, body: { test, dry_run: isPreview } }) =>
    isPreview ? previewPolicyTest(request.project, test) : runPolicyTest(runs, request, test),
  ),
]
