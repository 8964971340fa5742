import type { Impersonation } from '@stoa/contract/services/impersonation'
import { useUser } from '../../data/resources/services/auth/user.ts'

/** The address of the impersonated user, or else the name of the role. */
export function useImpersonatedName(
  projectRef: string,
  impersonation: Impersonation | undefined,
): string {
  const { data: user } = useUser(projectRef, impersonation?.userId)
  if (!impersonation) return 'postgres'
  const { userId, role } = impersonation
  return userId === undefined ? role : (user?.email ?? user?.phone ?? user?.name ?? userId)
}
