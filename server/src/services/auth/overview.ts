import { authSettings } from '@stoa/contract/services/auth/settings'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import type { Notice, ServiceOverview } from '../../project/overview.ts'

/** Up to this many users are counted one by one. */
const COUNTED = 10_000

/** The number of users, and settings that are still those of a new project. */
export const createOverview = ({
  hasMailServer,
}: {
  readonly hasMailServer: boolean
}): ServiceOverview => ({
  ofSettings: (settings) => {
    const { site_url, smtp_host, external_email_enabled, mailer_autoconfirm, disable_signup } =
      settings.of(authSettings)
    if (!external_email_enabled) return []
    return [
      ...(mailer_autoconfirm && !disable_signup ? [UNCONFIRMED_EMAILS] : []),
      ...(site_url === authSettings.defaults.site_url ? [defaultSiteUrl(site_url)] : []),
      ...(hasMailServer || smtp_host !== '' ? [] : [NO_MAIL_SERVER]),
    ]
  },
  async read({ database }) {
    // The service's own role can read its table even if the project's owner revokes privileges.
    const { users, estimate } = await database.as('supabase_auth_admin').one(
      sql`
        select
          (select count(*) from (select from auth.users limit ${COUNTED + 1}) as counted)::int as users,
          (select c.reltuples from pg_catalog.pg_class c
            where c.oid = 'auth.users'::pg_catalog.regclass)::float8 as estimate`,
      z.object({ users: z.number(), estimate: z.number() }),
    )
    const isCounted = users <= COUNTED
    const value = isCounted ? users : Math.max(users, estimate)
    return {
      figures: [{ name: 'users', title: 'Users', unit: 'count', value, is_estimate: !isCounted }],
    }
  },
})

const defaultSiteUrl = (url: string): Notice => ({
  code: 'site_url_default',
  severity: 'info',
  title: 'Default site URL',
  hint: `Links in emails point to ${url}. Set the URL of your app.`,
  tables: [],
  count: 1,
})

const UNCONFIRMED_EMAILS: Notice = {
  code: 'emails_unconfirmed',
  severity: 'warning',
  title: 'Email addresses are not confirmed',
  hint: 'Anyone can sign up with somebody else’s address. Do not trust a user’s email in policies or emails until you require confirmation.',
  tables: [],
  count: 1,
}

const NO_MAIL_SERVER: Notice = {
  code: 'no_mail_server',
  severity: 'info',
  title: 'No mail server',
  hint: 'Emails to users are not delivered; they are stored in the project’s mailbox.',
  tables: [],
  count: 1,
}
