import { createFixedKeyRing, type KeyRing } from '../project/keys/key-ring.ts'
import { PLATFORM_REF, type Project, type StoredParts } from '../project/project.ts'
import { createSettings } from '../project/settings.ts'
import { signJwt } from '../lib/jwt.ts'
import { deriveKey } from '../lib/secret-box.ts'
import type { Database } from '../postgres/database.ts'

export type PlatformProjectOptions = {
  readonly database: Database
  readonly installationKey: Buffer
  readonly storedParts: StoredParts
  /** Called at each use, because the address is known only once the server listens. */
  readonly apiUrl: () => string
}

/** The platform as a project: its accounts are the users in its own database's auth schema. */
export function createPlatformProject(options: PlatformProjectOptions): Project {
  return {
    ...options.storedParts,
    ref: PLATFORM_REF,
    database: options.database,
    keys: platformKeys(options.installationKey),
    get settings() {
      return createSettings({
        auth: {
          site_url: options.apiUrl(),
          password_min_length: 8,
          // The platform's own policy says the same; clients read this setting.
          mailer_autoconfirm: false,
          // A stolen session must not be enough to take the account over. A recovery needs its mail.
          security_update_password_require_current_password: true,
        },
      })
    },
    get apiUrl() {
      return options.apiUrl()
    },
    // The control plane's database never sleeps.
    holdAwake: () => () => {},
  }
}

// The keys are derived, so that sessions survive a restart without another stored secret.
function platformKeys(installationKey: Buffer): KeyRing {
  const derive = (purpose: string) => deriveKey(installationKey, purpose).toString('base64url')
  const jwtSecret = derive('platform/jwt')
  const legacy = (role: string) => signJwt({ iss: 'supabase', ref: PLATFORM_REF, role }, jwtSecret)
  return createFixedKeyRing({
    jwtSecret,
    anonKey: legacy('anon'),
    serviceRoleKey: legacy('service_role'),
    publishableKey: `sb_publishable_${derive('platform/publishable').slice(0, 32)}`,
    secretKey: `sb_secret_${derive('platform/secret').slice(0, 32)}`,
  })
}
