import type { Reads } from '../../data/client/read-ahead.ts'
import { notificationsQuery } from '../../data/resources/accounts/notifications.ts'
import { profileQuery } from '../../data/resources/accounts/profile.ts'
import { organizationsQuery } from '../../data/resources/organizations/organizations.ts'

/** Starts what the shell shows on every page. */
export async function readShell({ call, notifyDeveloper, read }: Reads): Promise<void> {
  const profile = await read(profileQuery(call, notifyDeveloper))
  // A new account gets its profile with this request, and everything else belongs to a profile.
  if (!profile) return
  void read(organizationsQuery(call))
  if (profile.capabilities.includes('notifications:read')) void read(notificationsQuery(call))
}
