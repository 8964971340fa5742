import type { Operation } from '@stoa/contract/endpoint'
import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  type QueryKey,
  type SkipToken,
  type UndefinedInitialDataOptions,
  type UseMutationOptions,
} from '@tanstack/react-query'
import type { Call, CallInput } from './api.ts'
import { useCall } from './client-context.ts'

type QueryDefinition<Params, Query, Body, Response, Selected> = Omit<
  UndefinedInitialDataOptions<Response, Error, Selected>,
  'queryFn'
> & {
  /** The parts of the request. The query is disabled while this is `skipToken`. */
  input: CallInput<Params, Query, Body> | SkipToken
}

/** Reads an endpoint of the contract into the query cache. */
export function useEndpointQuery<Params, Query, Body, Response, Selected = Response>(
  endpoint: Operation<Params, Query, Body, Response>,
  options: QueryDefinition<Params, Query, Body, Response, Selected>,
) {
  return useQuery(endpointQuery(useCall(), endpoint, options))
}

/** The same query as a value, for callers that read through the query cache without a hook. */
export function endpointQuery<Params, Query, Body, Response, Selected = Response>(
  call: Call,
  endpoint: Operation<Params, Query, Body, Response>,
  { input, ...options }: QueryDefinition<Params, Query, Body, Response, Selected>,
) {
  return queryOptions({
    ...options,
    queryFn: input === skipToken ? skipToken : ({ signal }) => call(endpoint, { ...input, signal }),
  })
}

type MutationDefinition<Params, Query, Body, Response, Variables> = Omit<
  UseMutationOptions<Response, Error, Variables>,
  'mutationFn'
> & {
  /** The parts of the request, from what the component passes to `mutate`. */
  input: (variables: Variables) => CallInput<Params, Query, Body>
  /** The query whose cached data the response replaces. */
  sets?: QueryKey | ((response: Response) => QueryKey)
  /** The queries to reload after a success. The mutation is pending until they are reloaded. */
  invalidates?: QueryKey
}

/** Changes something through an endpoint of the contract and updates the query cache. */
export function useEndpointMutation<Params, Query, Body, Response, Variables = void>(
  endpoint: Operation<Params, Query, Body, Response>,
  {
    input,
    sets,
    invalidates,
    onSuccess,
    ...options
  }: MutationDefinition<Params, Query, Body, Response, Variables>,
) {
  const call = useCall()
  return useMutation({
    ...options,
    mutationFn: (variables: Variables) => call(endpoint, input(variables)),
    async onSuccess(response, variables, result, context) {
      const { client } = context
      if (sets) client.setQueryData(typeof sets === 'function' ? sets(response) : sets, response)
      await onSuccess?.(response, variables, result, context)
      if (invalidates) await client.invalidateQueries({ queryKey: invalidates })
    },
  })
}
