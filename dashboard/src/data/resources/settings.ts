import {
  getAuthSettings,
  getDataApiSettings,
  updateAuthSettings,
  updateDataApiSettings,
  type AuthSettings,
  type DataApiSettings,
} from '@stoa/contract/platform/projects'
import { listDataApiOverrides } from '@stoa/contract/services/meta'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { projectKeys } from './projects.ts'
import { useCall } from '../client/client-context.ts'
import { databaseKeys } from './tables.ts'

const dataApiKey = (ref: string) => [...projectKeys.detail(ref), 'config', 'data-api'] as const
const authKey = (ref: string) => [...projectKeys.detail(ref), 'config', 'auth'] as const

export function useDataApiSettings(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: dataApiKey(ref),
    queryFn: ({ signal }) => call(getDataApiSettings, { params: { ref }, signal }),
  })
}

/** What the database says itself, before the project's settings. */
export function useDataApiOverrides(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...databaseKeys.all(ref), 'data-api-overrides'],
    queryFn: ({ signal }) => call(listDataApiOverrides, { params: { ref }, signal }),
  })
}

export function useUpdateDataApiSettings(ref: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<DataApiSettings>) =>
      call(updateDataApiSettings, { params: { ref }, body }),
    onSuccess: (settings) => queryClient.setQueryData(dataApiKey(ref), settings),
    meta: { failure: 'Failed to save the Data API settings', success: 'Data API settings saved' },
  })
}

export function useAuthSettings(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: authKey(ref),
    queryFn: ({ signal }) => call(getAuthSettings, { params: { ref }, signal }),
  })
}

export function useUpdateAuthSettings(ref: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<AuthSettings>) =>
      call(updateAuthSettings, { params: { ref }, body }),
    onSuccess: (settings) => queryClient.setQueryData(authKey(ref), settings),
    meta: { failure: 'Failed to save the auth settings', success: 'Auth settings saved' },
  })
}
