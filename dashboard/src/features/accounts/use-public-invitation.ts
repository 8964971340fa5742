import { useEffect, useState } from 'react'
import {
  readPublicInvitation,
  type PublicInvitation,
} from '../../data/resources/platform/public-invitation.ts'

/** The invitation of a link's token. Undefined until the server responds, and without a token. */
export function usePublicInvitation(token: string | undefined): PublicInvitation | undefined {
  const [invitation, setInvitation] = useState<PublicInvitation>()
  useEffect(() => {
    if (!token) return undefined
    const controller = new AbortController()
    const read = async () => {
      const answer = await readPublicInvitation(token, controller.signal)
      if (!controller.signal.aborted) setInvitation(answer)
    }
    void read()
    return () => controller.abort()
  }, [token])
  return invitation
}
