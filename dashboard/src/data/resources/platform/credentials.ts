import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, hasErrorCode } from '../../client/api-error.ts'
import { useDataClient } from '../../client/client-context.ts'
import { isRecord, sendJson } from '../../client/http.ts'
import { beginMailedSignIn } from '../../client/mailed-sign-in.ts'
import { refreshSession } from '../../client/second-factor.ts'
import { sessionsKey } from './sessions.ts'

const WRONG = 'current_password_invalid'

/** Replaces the account's password, which ends its other sessions. */
export function useChangePassword() {
  const { session } = useDataClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ current, password }: { current: string; password: string }) => {
      const accessToken = await session.accessToken()
      const body = { password, current_password: current }
      return sendJson({ method: 'PUT', url: '/auth/v1/user', body, accessToken }).catch(
        (error: unknown) => {
          // The protocol's message does not say that the password is wrong.
          throw hasErrorCode(error, WRONG)
            ? new ApiError('Wrong password. If you forgot it, sign out and reset it.', {
                code: error.code,
                errorCode: WRONG,
              })
            : error
        },
      )
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
    meta: { success: 'Password changed. Your other sessions were signed out.' },
  })
}

type Store = Parameters<typeof beginMailedSignIn>[0]

/** Asks for another address. Both mailboxes get an email and have to confirm it. */
export function useRequestEmailChange(store: Store) {
  const { session } = useDataClient()
  return useMutation({
    mutationFn: async (email: string) => {
      const { challenge, query } = await beginMailedSignIn(store, 'email-change')
      await sendJson({
        method: 'PUT',
        url: `/auth/v1/user${query}`,
        body: { email, ...challenge },
        accessToken: await session.accessToken(),
      })
    },
  })
}

/**
 * Confirms the change with the code that one of the mailboxes got. Returns whether both have
 * confirmed it; the account then has its new address.
 */
export function useConfirmEmailChange() {
  const { session } = useDataClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ email, code }: { email: string; code: string }): Promise<boolean> => {
      const answer = await sendJson({
        method: 'POST',
        url: '/auth/v1/verify',
        body: { type: 'email_change', email, token: code },
      })
      const extra = isRecord(answer) ? answer['access_token'] : undefined
      if (typeof extra !== 'string') return false
      // The last code also starts a session, which is not needed: this one continues.
      await sendJson({ method: 'POST', url: '/auth/v1/logout?scope=local', accessToken: extra })
      await refreshSession(session)
      return true
    },
    // Members and the profile show the address.
    onSuccess: (isDone) => (isDone ? queryClient.invalidateQueries() : undefined),
  })
}
