import type { ListedUser } from '@stoa/contract/services/auth/members'
import { Badge } from '../../../ui/display/badge.tsx'

type StateOf = Pick<ListedUser, 'banned_until' | 'is_anonymous' | 'is_confirmed'>

/** Whether a ban is still in force. */
export const isBanned = ({ banned_until: until }: Pick<ListedUser, 'banned_until'>): boolean =>
  until !== null && Date.parse(until) > Date.now()

export function UserState({ user }: { user: StateOf }) {
  if (isBanned(user)) return <Badge variant="danger">Banned</Badge>
  if (user.is_anonymous) return <Badge>Anonymous</Badge>
  if (user.is_confirmed) return <Badge variant="success">Confirmed</Badge>
  return <Badge variant="warning">Not confirmed</Badge>
}
