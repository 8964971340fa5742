import type { Endpoint } from '@stoa/contract/endpoint'
import { useMutation, type QueryKey, type UseMutationOptions } from '@tanstack/react-query'
import type { CallInput } from './api.ts'
import { useCall } from './client-context.ts'

type Options<Params, Query, Body, Response, Variables> = Omit<
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
  endpoint: Endpoint<Params, Query, Body, Response>,
  {
    input,
    sets,
    invalidates,
    onSuccess,
    ...options
  }: Options<Params, Query, Body, Response, Variables>,
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
