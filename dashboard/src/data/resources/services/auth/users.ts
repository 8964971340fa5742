import type { BodyOf } from '@stoa/contract/endpoint'
import type { USER_SORTS, UserDetail, UserFilter } from '@stoa/contract/services/auth/members'
import {
  countUsers,
  createSignInLink,
  createUser,
  deleteUser,
  deleteUsers,
  endUserSession,
  endUserSessions,
  inviteUser,
  listAuditEntries,
  listUserRequests,
  listUsers,
  listUserSessions,
  removeUserFactor,
  removeUserPasskey,
  resetUserFactors,
  sendUserMail,
  unlinkUserIdentity,
  updateUser,
} from '@stoa/contract/operations/services/auth/members'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { formatMoment } from '../../../../lib/dates.ts'
import { userKeys } from './user.ts'
import { useHasMailServer } from './mails.ts'

const PAGE_SIZE = 100

export type UserSort = (typeof USER_SORTS)[number]
export type UserOrder = { sort: UserSort; order: 'asc' | 'desc' }

/** The project's users, page by page. While another search loads, the previous list stays. */
export function usersQuery(call: Call, ref: string, filter: UserFilter, order: UserOrder) {
  return infiniteQueryOptions({
    queryKey: [...userKeys.all(ref), 'list', filter, order],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, {
        params: { ref },
        query: {
          ...filter,
          ...order,
          limit: PAGE_SIZE,
          ...(pageParam !== '' && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: keepPreviousData,
  })
}

export const useUsers = (ref: string, filter: UserFilter, order: UserOrder) =>
  useInfiniteQuery(usersQuery(useCall(), ref, filter, order))

/** Users to choose from: those who match the search, or those who signed in last. */
export function useFoundUsers(ref: string, search: string) {
  const query = { search, sort: 'last_sign_in_at', order: 'desc', limit: 20 } as const
  return useEndpointQuery(listUsers, {
    input: { params: { ref }, query },
    queryKey: [...userKeys.all(ref), 'found', search],
    placeholderData: keepPreviousData,
  })
}

/** How many users match; large numbers are estimates unless `isExact`. */
export const userCountQuery = (call: Call, ref: string, filter: UserFilter, isExact: boolean) =>
  endpointQuery(call, countUsers, {
    input: { params: { ref }, query: { ...filter, ...(isExact && { exact: 'true' }) } },
    queryKey: [...userKeys.all(ref), 'count', filter, isExact],
    placeholderData: keepPreviousData,
  })

export const useUserCount = (ref: string, filter: UserFilter, isExact: boolean) =>
  useQuery(userCountQuery(useCall(), ref, filter, isExact))

export function useUserSessions(ref: string, id: string) {
  return useEndpointQuery(listUserSessions, {
    input: { params: { ref, user_id: id } },
    queryKey: userKeys.sessions(ref, id),
  })
}

/** The user's current last requests. */
export function useUserRequests(ref: string, id: string) {
  return useEndpointQuery(listUserRequests, {
    input: { params: { ref, user_id: id } },
    queryKey: [...userKeys.user(ref, id), 'requests'],
    staleTime: 0,
  })
}

type NewUser = BodyOf<typeof createUser>

export function useCreateUser(ref: string) {
  return useEndpointMutation(createUser, {
    input: (body: NewUser) => ({ params: { ref }, body }),
    invalidates: userKeys.all(ref),
    meta: { success: 'User created' },
  })
}

const NOT_MAILED = 'No mail server is configured, so it is in the local mailbox.'

export function useInviteUser(ref: string) {
  const hasMailServer = useHasMailServer(ref)
  return useEndpointMutation(inviteUser, {
    input: (body: { email: string }) => ({ params: { ref }, body }),
    invalidates: userKeys.all(ref),
    meta: { success: hasMailServer ? 'Invitation sent' : `Invitation created. ${NOT_MAILED}` },
  })
}

/** The duration of a ban that a person ends. Auth requires a duration, so it is 100 years. */
export const ENDLESS_BAN = '876000h'

type UserChange = BodyOf<typeof updateUser>

export function useUpdateUser(ref: string, id: string) {
  return useEndpointMutation(updateUser, {
    input: (body: UserChange) => ({ params: { ref, user_id: id }, body }),
    invalidates: userKeys.all(ref),
    success: savedText,
  })
}

/** Says which change of the user was saved. */
function savedText({ banned_until: bannedUntil }: UserDetail, change: UserChange): string {
  if (change.ban_duration === 'none') return 'Ban ended'
  if (change.ban_duration === ENDLESS_BAN) return 'User banned until you end the ban'
  if (change.ban_duration !== undefined && bannedUntil)
    return `User banned until ${formatMoment(bannedUntil)}`
  if (change.confirm_email) return 'Email address confirmed'
  if (change.confirm_phone) return 'Phone number confirmed'
  return change.app_metadata ? 'App metadata saved' : 'User metadata saved'
}

export function useDeleteUser(ref: string) {
  return useEndpointMutation(deleteUser, {
    input: (id: string) => ({ params: { ref, user_id: id } }),
    invalidates: userKeys.all(ref),
    meta: { failure: 'Failed to delete the user', success: 'User deleted' },
  })
}

/** Deletes several users. The response lists those who were not deleted, and why. */
export function useDeleteUsers(ref: string) {
  return useEndpointMutation(deleteUsers, {
    input: (ids: readonly string[]) => ({ params: { ref }, body: { user_ids: [...ids] } }),
    invalidates: userKeys.all(ref),
    meta: { failure: 'Failed to delete the users' },
  })
}

export type UserMail = 'recovery' | 'magiclink' | 'confirmation'

export function useSendUserMail(ref: string, id: string) {
  const hasMailServer = useHasMailServer(ref)
  return useEndpointMutation(sendUserMail, {
    input: (kind: UserMail) => ({ params: { ref, user_id: id }, body: { kind } }),
    invalidates: userKeys.user(ref, id),
    meta: {
      failure: 'Failed to send the email',
      success: hasMailServer ? 'Email sent' : `Email created. ${NOT_MAILED}`,
    },
  })
}

export function useEndUserSession(ref: string, id: string) {
  return useEndpointMutation(endUserSession, {
    input: (session: string) => ({ params: { ref, user_id: id, session_id: session } }),
    invalidates: userKeys.sessions(ref, id),
    meta: { failure: 'Failed to end the session', success: 'Session ended' },
  })
}

export function useEndUserSessions(ref: string, id: string) {
  return useEndpointMutation(endUserSessions, {
    input: () => ({ params: { ref, user_id: id } }),
    invalidates: userKeys.sessions(ref, id),
    meta: { failure: 'Failed to sign the user out', success: 'User signed out everywhere' },
  })
}

export function useRemoveUserFactor(ref: string, id: string) {
  return useEndpointMutation(removeUserFactor, {
    input: (factor: string) => ({ params: { ref, user_id: id, factor_id: factor } }),
    invalidates: userKeys.user(ref, id),
    meta: { failure: 'Failed to remove the factor', success: 'Factor removed' },
  })
}

export function useResetUserFactors(ref: string, id: string) {
  return useEndpointMutation(resetUserFactors, {
    input: () => ({ params: { ref, user_id: id } }),
    invalidates: userKeys.user(ref, id),
    meta: { failure: 'Failed to remove the factors', success: 'Factors removed' },
  })
}

export function useRemoveUserPasskey(ref: string, id: string) {
  return useEndpointMutation(removeUserPasskey, {
    input: (passkey: string) => ({ params: { ref, user_id: id, passkey_id: passkey } }),
    invalidates: userKeys.user(ref, id),
    meta: { failure: 'Failed to remove the passkey', success: 'Passkey removed' },
  })
}

export function useUnlinkUserIdentity(ref: string, id: string) {
  return useEndpointMutation(unlinkUserIdentity, {
    input: (identity: string) => ({ params: { ref, user_id: id, identity_id: identity } }),
    invalidates: userKeys.all(ref),
    meta: { failure: 'Failed to unlink the sign-in method', success: 'Sign-in method unlinked' },
  })
}

/** Creates a link that signs in as the user. */
export function useCreateSignInLink(ref: string, id: string) {
  return useEndpointMutation(createSignInLink, {
    input: () => ({ params: { ref, user_id: id }, body: {} }),
    invalidates: userKeys.user(ref, id),
    meta: { failure: 'Failed to create the link' },
  })
}

export type AuditFilter = { user_id?: string; action?: string }

/** The audit log, newest first, page by page. */
export function auditEntriesQuery(call: Call, ref: string, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...userKeys.audit(ref), filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEntries, {
        params: { ref },
        query: { ...filter, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: keepPreviousData,
  })
}

export const useAuditEntries = (ref: string, filter: AuditFilter) =>
  useInfiniteQuery(auditEntriesQuery(useCall(), ref, filter))
