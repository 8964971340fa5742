import { useNavigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { ApiError } from '../../data/api-error.ts'
import { useProfile } from '../../data/profile.ts'
import { useAccountId } from '../../data/services.ts'
import { QueryError } from '../query-error.tsx'

/**
 * Lets nobody in without a profile. A 401, or a sign-out in another tab, signs out here and leads
 * to the sign-in page.
 */
export function ProfileGate({ children }: { children: ReactNode }) {
  const { error, refetch } = useProfile()
  const account = useAccountId()
  const navigate = useNavigate()
  const isSignedOut = account === undefined || (error instanceof ApiError && error.code === 401)
  useEffect(() => {
    if (isSignedOut) void navigate({ to: '/logout', replace: true })
  }, [isSignedOut, navigate])
  if (isSignedOut) return null
  if (error) {
    return (
      <div className="mx-auto max-w-lg px-4 pt-24">
        <QueryError
          error={error}
          title="Your profile could not be loaded"
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  return children
}
