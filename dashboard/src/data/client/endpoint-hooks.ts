import type { Operation } from '@stoa/contract/endpoint'
import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  type QueryClient,
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
  /** The cached list in which the response replaces the item with the same `key`. */
  replaces?: { list: QueryKey; key: keyof Response }
  /** The queries to reload after a success. The mutation is pending until they are reloaded. */
  invalidates?: QueryKey
  /** The toast's text after a success, if it depends on the change. Otherwise `meta.success`. */
  success?: (response: Response, variables: Variables) => string
}

/** Changes something through an endpoint of the contract and updates the query cache. */
export function useEndpointMutation<Params, Query, Body, Response, Variables = void>(
  endpoint: Operation<Params, Query, Body, Response>,
  {
    input,
    sets,
    replaces,
    invalidates,
    success,
    onSuccess,
    ...options
  }: MutationDefinition<Params, Query, Body, Response, Variables>,
) {
  const call = useCall()
  return useMutation({
    ...options,
    ...(success && { meta: { ...options.meta, success: ofCache(success) } }),
    mutationFn: (variables: Variables) => call(endpoint, input(variables)),
    async onSuccess(response, variables, result, context) {
      const { client } = context
      if (sets) client.setQueryData(typeof sets === 'function' ? sets(response) : sets, response)
      if (replaces) await replaceItem(client, response, replaces)
      await onSuccess?.(response, variables, result, context)
      if (invalidates) await client.invalidateQueries({ queryKey: invalidates })
    },
  })
}

/** The cache of mutations keeps no types; it passes a mutation's own response and variables. */
const ofCache =
  <Response, Variables>(success: (response: Response, variables: Variables) => string) =>
  (response: unknown, variables: unknown) =>
    success(response as Response, variables as Variables)

/** Stops a running request for the list first, because its response could be older. */
async function replaceItem<Item>(
  client: QueryClient,
  item: Item,
  { list, key }: { list: QueryKey; key: keyof Item },
) {
  if (client.getQueryData(list) === undefined) return client.invalidateQueries({ queryKey: list })
  await client.cancelQueries({ queryKey: list, exact: true })
  client.setQueryData<Item[]>(list, (items) =>
    items?.map((other) => (other[key] === item[key] ? item : other)),
  )
}
