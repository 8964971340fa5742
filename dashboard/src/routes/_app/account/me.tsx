import { createFileRoute } from '@tanstack/react-router'
import { factorsQuery } from '../../../data/resources/accounts/mfa.ts'
import { profileQuery } from '../../../data/resources/accounts/profile.ts'
import { sessionsQuery } from '../../../data/resources/accounts/sessions.ts'
import {
  offersPermissions,
  permissionsQuery,
} from '../../../data/resources/organizations/permissions.ts'
import { AccountSettings } from '../../../features/accounts/account-settings.tsx'

export const Route = createFileRoute('/_app/account/me')({
  loader: ({ context }) =>
    context.readAhead(async ({ session, call, notifyDeveloper, read }) => {
      void read(sessionsQuery(call))
      void read(factorsQuery(session))
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (profile && offersPermissions(profile)) await read(permissionsQuery(call))
    }),
  component: AccountSettings,
})
