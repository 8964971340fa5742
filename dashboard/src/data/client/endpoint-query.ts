import type { Endpoint } from '@stoa/contract/endpoint'
import {
  queryOptions,
  skipToken,
  useQuery,
  type SkipToken,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query'
import type { Call, CallInput } from './api.ts'
import { useCall } from './client-context.ts'

type Options<Params, Query, Body, Response, Selected> = Omit<
  UndefinedInitialDataOptions<Response, Error, Selected>,
  'queryFn'
> & {
  /** The parts of the request. The query is disabled while this is `skipToken`. */
  input: CallInput<Params, Query, Body> | SkipToken
}

/** Reads an endpoint of the contract into the query cache. */
export function useEndpointQuery<Params, Query, Body, Response, Selected = Response>(
  endpoint: Endpoint<Params, Query, Body, Response>,
  options: Options<Params, Query, Body, Response, Selected>,
) {
  return useQuery(endpointQuery(useCall(), endpoint, options))
}

/** The same query as a value, for callers that read through the query cache without a hook. */
export function endpointQuery<Params, Query, Body, Response, Selected = Response>(
  call: Call,
  endpoint: Endpoint<Params, Query, Body, Response>,
  { input, ...options }: Options<Params, Query, Body, Response, Selected>,
) {
  return queryOptions({
    ...options,
    queryFn: input === skipToken ? skipToken : ({ signal }) => call(endpoint, { ...input, signal }),
  })
}
