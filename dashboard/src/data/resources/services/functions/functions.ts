import type { BodyOf } from '@stoa/contract/endpoint'
import type { FunctionLogQuery, FunctionPeriod } from '@stoa/contract/services/functions/logs'
import {
  listFunctionActivity,
  listFunctionLogs,
  readFunctionMetrics,
} from '@stoa/contract/operations/services/functions/logs'
import type { FunctionTest, FunctionTestResult } from '@stoa/contract/services/functions/members'
import {
  activateFunctionVersion,
  checkFunctionFiles,
  checkFunctionTypes,
  deleteFunction,
  deployFunction,
  listFunctions,
  listFunctionSecrets,
  listFunctionVersions,
  readFunction,
  readFunctionVersion,
  removeFunctionSecrets,
  setFunctionSecrets,
  testFunction,
  updateFunction,
} from '@stoa/contract/operations/services/functions/members'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { freshFor } from '../../../client/freshness.ts'
import { projectKeys } from '../../platform/projects.ts'

const functionsKey = (ref: string) => [...projectKeys.detail(ref), 'functions'] as const
const functionKey = (ref: string, slug: string) => [...functionsKey(ref), 'one', slug] as const
const secretsKey = (ref: string) => [...projectKeys.detail(ref), 'function-secrets'] as const

const METRICS_POLL = 30_000

export const functionsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listFunctions, {
    input: { params: { ref } },
    queryKey: [...functionsKey(ref), 'list'],
  })

export const useFunctions = (ref: string) => useQuery(functionsQuery(useCall(), ref))

/** How often each function was called in the last 24 hours. */
export const functionActivityQuery = (call: Call, ref: string) =>
  endpointQuery(call, listFunctionActivity, {
    input: { params: { ref } },
    queryKey: [...functionsKey(ref), 'activity'],
    refetchInterval: METRICS_POLL,
    staleTime: freshFor.opening,
  })

export const useFunctionActivity = (ref: string) => useQuery(functionActivityQuery(useCall(), ref))

export const functionQuery = (call: Call, ref: string, slug: string) =>
  endpointQuery(call, readFunction, {
    input: { params: { ref, function_slug: slug } },
    queryKey: [...functionKey(ref, slug), 'summary'],
  })

export const useFunction = (ref: string, slug: string) =>
  useQuery(functionQuery(useCall(), ref, slug))

export const functionVersionsQuery = (call: Call, ref: string, slug: string) =>
  endpointQuery(call, listFunctionVersions, {
    input: { params: { ref, function_slug: slug } },
    queryKey: [...functionKey(ref, slug), 'versions'],
  })

export const useFunctionVersions = (ref: string, slug: string) =>
  useQuery(functionVersionsQuery(useCall(), ref, slug))

/** A version with its files, which never change. */
export function useFunctionVersion(ref: string, slug: string, version: number | undefined) {
  return useEndpointQuery(readFunctionVersion, {
    input: version === undefined ? skipToken : { params: { ref, function_slug: slug, version } },
    queryKey: [...functionKey(ref, slug), 'version', version],
    staleTime: 'static',
  })
}

/** The type errors of a version, whose files never change. */
export function useFunctionTypeCheck(
  ref: string,
  slug: string,
  { version, enabled }: { version: number; enabled: boolean },
) {
  return useEndpointQuery(checkFunctionTypes, {
    input: enabled ? { params: { ref, function_slug: slug, version } } : skipToken,
    queryKey: [...functionKey(ref, slug), 'types', version],
    staleTime: 'static',
  })
}

type FunctionLogFilter = Partial<z.infer<typeof FunctionLogQuery>>
const LOG_POLL = 2000

/** The newest entries, polled while the page is visible. */
export function useFunctionLogs(
  ref: string,
  slug: string,
  { filter, isLive }: { filter: FunctionLogFilter; isLive: boolean },
) {
  return useEndpointQuery(listFunctionLogs, {
    input: { params: { ref, function_slug: slug }, query: filter },
    queryKey: [...functionKey(ref, slug), 'logs', filter],
    refetchInterval: isLive ? LOG_POLL : false,
    staleTime: 0,
    placeholderData: (before) => before,
  })
}

export const functionMetricsQuery = (
  call: Call,
  ref: string,
  slug: string,
  period: FunctionPeriod,
) =>
  endpointQuery(call, readFunctionMetrics, {
    input: { params: { ref, function_slug: slug }, query: { period } },
    queryKey: [...functionKey(ref, slug), 'metrics', period],
    refetchInterval: METRICS_POLL,
    staleTime: freshFor.opening,
  })

export const useFunctionMetrics = (ref: string, slug: string, period: FunctionPeriod) =>
  useQuery(functionMetricsQuery(useCall(), ref, slug, period))

type Deployment = BodyOf<typeof deployFunction> & { slug: string }

export function useDeployFunction(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(deployFunction, {
    input: ({ slug, ...body }: Deployment) => ({ params: { ref, function_slug: slug }, body }),
    // The function is also reloaded after an error, because somebody else may have deployed first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: functionsKey(ref) }),
    meta: { success: 'Function deployed' },
  })
}

/** Checks files that are not deployed. */
export function useCheckFunction(ref: string) {
  return useEndpointMutation(checkFunctionFiles, {
    input: (body: BodyOf<typeof checkFunctionFiles>) => ({
      params: { ref },
      body,
    }),
  })
}

export function useUpdateFunction(ref: string, slug: string) {
  return useEndpointMutation(updateFunction, {
    input: (body: BodyOf<typeof updateFunction>) => ({
      params: { ref, function_slug: slug },
      body,
    }),
    invalidates: functionsKey(ref),
    meta: { failure: 'Failed to save the function', success: 'Function saved' },
  })
}

export function useDeleteFunction(ref: string) {
  return useEndpointMutation(deleteFunction, {
    input: (slug: string) => ({ params: { ref, function_slug: slug } }),
    invalidates: [...functionsKey(ref), 'list'],
    meta: { failure: 'Failed to delete the function', success: 'Function deleted' },
  })
}

export function useActivateFunctionVersion(ref: string, slug: string) {
  return useEndpointMutation(activateFunctionVersion, {
    input: (version: number) => ({ params: { ref, function_slug: slug, version } }),
    invalidates: functionsKey(ref),
    meta: { failure: 'Failed to activate the version', success: 'Version activated' },
  })
}

/** The response to a test, and the newest log entry from before it, if there was one. */
export type FunctionTestRun = FunctionTestResult & { logsAfter: string | undefined }

/** Calls the function, which also adds to its metrics and logs. */
export function useTestFunction(ref: string, slug: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  const params = { ref, function_slug: slug }
  return useMutation({
    mutationFn: async (body: FunctionTest): Promise<FunctionTestRun> => {
      const [newest] = await call(listFunctionLogs, { params, query: { limit: 1 } })
      return { ...(await call(testFunction, { params, body })), logsAfter: newest?.id }
    },
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...functionKey(ref, slug), 'logs'] }),
  })
}

export const functionSecretsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listFunctionSecrets, {
    input: { params: { ref } },
    queryKey: secretsKey(ref),
  })

export const useFunctionSecrets = (ref: string) => useQuery(functionSecretsQuery(useCall(), ref))

export function useSetFunctionSecrets(ref: string) {
  return useEndpointMutation(setFunctionSecrets, {
    input: (body: { name: string; value: string }[]) => ({ params: { ref }, body }),
    // The values must not stay in the browser's memory.
    gcTime: 0,
    sets: secretsKey(ref),
    meta: { success: 'Secrets saved' },
  })
}

export function useRemoveFunctionSecret(ref: string) {
  return useEndpointMutation(removeFunctionSecrets, {
    input: (name: string) => ({ params: { ref }, body: [name] }),
    invalidates: secretsKey(ref),
    meta: { failure: 'Failed to delete the secret', success: 'Secret deleted' },
  })
}
