import {
  createProfile,
  getProfile,
  updateProfile,
  checkPassword,
  type Capability,
  type Profile,
} from '@stoa/contract/platform/profile'
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Call } from './api.ts'
import { ApiError } from './api-error.ts'
import { freshFor } from './freshness.ts'
import { useAccountId, useCall } from './services.ts'

const profileKey = ['profile'] as const

export const PROFILE_CREATION_FAILED = 'Failed to create your profile. Please refresh to try again.'

/** The signed-in person's profile; made on the way when the account has none yet. */
export const profileQuery = (call: Call) =>
  queryOptions({
    queryKey: profileKey,
    staleTime: freshFor.overview,
    queryFn: ({ signal }) => readOrCreate(call, signal),
  })

async function readOrCreate(call: Call, signal: AbortSignal): Promise<Profile> {
  const read = () => call(getProfile, { signal, headers: { Version: '2' } })
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 404) throw error
  }
  try {
    return await call(createProfile, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.code === 409) {
      // Another tab was faster.
      // oxlint-disable-next-line no-console -- SPEC 8: a 409 is logged
      console.info('Profile already exists')
      return read()
    }
    if (error instanceof ApiError && error.code === 401) throw error
    throw new ApiError(PROFILE_CREATION_FAILED, { code: 400, details: error })
  }
}

export function useProfile(): UseQueryResult<Profile> {
  const call = useCall()
  const account = useAccountId()
  return useQuery({ ...profileQuery(call), enabled: account !== undefined })
}

/** Asks what the installation offers this person; false until the profile is there. */
export function useCapability(): (capability: Capability) => boolean {
  const { data } = useProfile()
  return (capability) => data?.capabilities.includes(capability) ?? false
}

export function useUpdateProfile() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { display_name: string | null }) => call(updateProfile, { body }),
    onSuccess: (profile) => queryClient.setQueryData(profileKey, profile),
    meta: { failure: 'Failed to save your profile', success: 'Profile saved' },
  })
}

/** The server's judgement of a password; asked only for one of 1 to 100 characters. */
export function usePasswordCheck(password: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['password-check', password],
    queryFn: ({ signal }) => call(checkPassword, { body: { password }, signal }),
    enabled: password.length > 0 && password.length <= 100,
    staleTime: freshFor.anything,
    gcTime: 0,
    meta: { failure: 'Failed to check password strength' },
  })
}
