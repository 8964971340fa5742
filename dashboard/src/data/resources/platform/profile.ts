import {
  createProfile,
  deleteAccount,
  getProfile,
  updateProfile,
  checkPassword,
} from '@stoa/contract/operations/platform/profile'
import type { Capability, Profile } from '@stoa/contract/platform/profile'
import {
  queryOptions,
  useQuery,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { ApiError, DEFAULT_API_MESSAGE, hasErrorCode } from '../../client/api-error.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { useAccountId, useDataClient } from '../../client/client-context.ts'

export const profileKey = ['profile'] as const

const PROFILE_CREATION_FAILED = 'Failed to create your profile. Please refresh to try again.'

const CREATION_FAILED = 'profile_creation_failed'
const PROFILE_EXISTS = 'Profile already exists'

/** The signed-in user's profile. It is created if the account has none yet. */
export const profileQuery = (call: Call, notifyDeveloper?: (message: string) => void) =>
  queryOptions({
    queryKey: profileKey,
    staleTime: freshFor.overview,
    queryFn: ({ signal }) => readOrCreate(call, { signal, notifyDeveloper }),
  })

type Reading = {
  signal: AbortSignal
  notifyDeveloper: ((message: string) => void) | undefined
}

/** Every page depends on these two fields (SPEC 3), so a profile without them is an error. */
function checked(profile: Profile): Profile {
  if (typeof profile.primary_email === 'string' && Array.isArray(profile.disabled_features))
    return profile
  throw new ApiError(DEFAULT_API_MESSAGE, { code: 200 })
}

async function readOrCreate(call: Call, { signal, notifyDeveloper }: Reading): Promise<Profile> {
  const read = async () => checked(await call(getProfile, { signal, headers: { Version: '2' } }))
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 404) throw error
  }
  try {
    return checked(await call(createProfile, { signal }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 409) {
      // Another tab created the profile first.
      // oxlint-disable-next-line no-console -- SPEC 8: a 409 is logged
      console.info(PROFILE_EXISTS)
      notifyDeveloper?.(PROFILE_EXISTS)
      return read()
    }
    if (error instanceof ApiError && error.code === 401) throw error
    throw new ApiError(PROFILE_CREATION_FAILED, {
      code: 400,
      errorCode: CREATION_FAILED,
      details: error,
    })
  }
}

/** Reads the profile again after a 401 to find out whether the session still exists. */
export async function readProfileAgain(queryClient: QueryClient): Promise<void> {
  const query = { queryKey: profileKey, exact: true }
  // Skipped if the profile is being fetched already or if the profile request itself failed.
  const state = queryClient.getQueryState(profileKey)
  if (state?.fetchStatus === 'fetching' || state?.status === 'error') return
  await queryClient.invalidateQueries(query)
}

export function useProfile(): UseQueryResult<Profile> {
  const { call, notifyDeveloper } = useDataClient()
  const account = useAccountId()
  return useQuery({ ...profileQuery(call, notifyDeveloper), enabled: account !== undefined })
}

/** Whether the installation has a capability for this user; false until the profile loads. */
export function useCapability(): (capability: Capability) => boolean {
  const { data } = useProfile()
  return (capability) => data?.capabilities.includes(capability) ?? false
}

/** Whether the query failed because there is no profile and creating one failed. */
export const isProfileMissing = (error: Error): boolean => hasErrorCode(error, CREATION_FAILED)

/** Creates the profile at the user's request after the automatic creation failed. */
export function useCreateProfile() {
  return useEndpointMutation(createProfile, {
    input: () => ({}),
    sets: profileKey,
    meta: { failure: 'Failed to create profile' },
  })
}

export function useUpdateProfile() {
  return useEndpointMutation(updateProfile, {
    input: (body: { display_name: string | null }) => ({ body }),
    sets: profileKey,
    meta: { success: 'Profile saved' },
  })
}

/** Deletes the account. Every later request of its sessions is refused. */
export const useDeleteAccount = () =>
  useEndpointMutation(deleteAccount, {
    input: (body: { password: string }) => ({ body }),
  })

/** The server's rating of a password. Requested only for 1 to 100 characters. */
export function usePasswordCheck(password: string) {
  return useEndpointQuery(checkPassword, {
    input: { body: { password } },
    queryKey: ['password-check', password],
    enabled: password.length > 0 && password.length <= 100,
    staleTime: freshFor.anything,
    gcTime: 0,
    meta: { failure: 'Failed to check password strength' },
  })
}
