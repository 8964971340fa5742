import { createFileRoute } from '@tanstack/react-router'
import { factorsQuery } from '../../../data/resources/platform/mfa.ts'
import { profileQuery } from '../../../data/resources/platform/profile.ts'
import { sessionsQuery } from '../../../data/resources/platform/sessions.ts'
import {
  offersPermissions,
  permissionsQuery,
} from '../../../data/resources/platform/permissions.ts'
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
