import type { Reads } from '../../data/client/read-ahead.ts'
import { profileQuery } from '../../data/resources/platform/profile.ts'
import { organizationsQuery } from '../../data/resources/platform/organizations.ts'

/** Starts what every page of the shell waits for. */
export async function readShell({ call, notifyDeveloper, read }: Reads): Promise<void> {
  const profile = await read(profileQuery(call, notifyDeveloper))
  // A new account gets its profile with this request, and its organizations belong to the profile.
  if (profile) await read(organizationsQuery(call))
}
