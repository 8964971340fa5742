import { authSettings } from '@stoa/contract/services/auth/settings'
import type { AccountPort } from '../../project/accounts.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { adaptCopy } from './adapt-copy.ts'
import { AUTH_REQUESTS } from './request-log.ts'
import { MAIL_JOB, sendQueuedMail } from './mail/deliver.ts'
import { mailRoutes } from './mail/mail-door.ts'
import { memberRoutes } from './member-routes.ts'
import { countActiveUsers } from './queries/active-users.ts'
import { createOverview } from './overview.ts'
import { createParts, type AuthDeps } from './parts.ts'
import { authRoutes } from './routes.ts'
import { createAccountPort } from './users/accounts.ts'

export type { Limits } from './limits.ts'
export type { AuthDeps } from './parts.ts'

/** Creates the service for accounts and sessions of all projects and, as one more, the platform. */
export function createAuth(
  deps: AuthDeps,
): Service & { readonly accountsOf: (project: Project) => AccountPort } {
  const parts = createParts(deps)
  return {
    name: 'auth',
    title: 'Auth',
    publicDoor: {
      routes: authRoutes(parts),
      cors: { exposedHeaders: ['link', 'x-total-count', 'x-sb-error-code'] },
      // Browsers, other services, and apps call these without a key of the project.
      keyless: [
        '/verify',
        '/authorize',
        '/callback',
        '/.well-known/*',
        '/sso/saml/*',
        '/oauth/clients/register',
        '/oauth/authorize',
        '/oauth/token',
        '/oauth/userinfo',
      ],
      navigable: ['/verify', '/authorize', '/callback', '/sso/saml/acs', '/oauth/authorize'],
    },
    servesPlatform: true,
    memberDoors: [
      { needs: 'database', routes: memberRoutes(parts) },
      { needs: 'records', routes: mailRoutes(parts) },
    ],
    permissions: {
      'auth:read': ['owner', 'administrator', 'developer', 'read_only'],
      'auth:write': ['owner', 'administrator', 'developer'],
    },
    settings: authSettings,
    database: {
      roles: ['supabase_auth_admin'],
      definitions: [
        'auth.schema_migrations',
        'auth.instances',
        'auth.custom_oauth_providers',
        'auth.sso_providers',
        'auth.sso_domains',
        'auth.saml_providers',
        'auth.saml_keys',
      ],
      tables: ['auth.users', 'auth.identities', 'auth.sessions', 'auth.refresh_tokens'],
      migrations: {
        owner: 'auth',
        folder: new URL('./migrations/', import.meta.url),
        role: 'supabase_auth_admin',
      },
    },
    jobs: { [MAIL_JOB]: { needs: 'database', run: sendQueuedMail(parts) } },
    logSource: 'auth_logs',
    requestLogs: [AUTH_REQUESTS],
    readMonth: async (project, month) => ({
      active_users: await countActiveUsers(project.database, month),
    }),
    overview: createOverview({ hasMailServer: deps.hasMailServer ?? false }),
    copied: adaptCopy(parts),
    stop: (project) => parts.sessions.forget(project.ref),
    accountsOf: (project) => createAccountPort(parts, project),
  }
}
