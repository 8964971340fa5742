import { useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { ApiError } from '../../data/client/api-error.ts'
import {
  isProfileMissing,
  useCreateProfile,
  useProfile,
} from '../../data/resources/platform/profile.ts'
import { useAccountId, useDataClient } from '../../data/client/client-context.ts'
import { QueryError } from '../query-error.tsx'

/**
 * Renders its children only when there is a profile. A 401 response, or a sign-out in another tab,
 * ends the session and redirects to the sign-in page.
 */
export function ProfileGate({ children }: { children: ReactNode }) {
  const { error, refetch } = useProfile()
  const create = useCreateProfile()
  const account = useAccountId()
  const { session } = useDataClient()
  const router = useRouter()
  const isSignedOut = account === undefined || (error instanceof ApiError && error.code === 401)
  useEffect(() => {
    if (!isSignedOut) return
    session.end()
    // The route guard finds no session and redirects to the sign-in page, which leads back here.
    void router.invalidate()
  }, [isSignedOut, session, router])
  if (isSignedOut) return null
  if (error) {
    return (
      <div className="mx-auto max-w-lg px-4 pt-24">
        <QueryError
          error={error}
          title="Could not load your profile"
          onRetry={() => {
            if (isProfileMissing(error)) create.mutate()
            else void refetch()
          }}
        />
      </div>
    )
  }
  return children
}
