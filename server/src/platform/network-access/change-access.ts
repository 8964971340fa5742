import {
  MAX_ALLOWED_NETWORKS,
  networkAccess,
  type NetworkAccess,
} from '@stoa/contract/platform/network-access'
import type { SettingsChange } from '@stoa/contract/settings-section'
import { AppError } from '../../lib/errors.ts'
import { invalidRequest } from '../../lib/refusals.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { changeSettings } from '../projects/port.ts'

type AccessContext = Pick<Context, 'addresses' | 'fleet' | 'mutex'>

/**
 * Changes who can connect to a project's database. Open connections that the new rules refuse are
 * closed within a second. 409 `tls_unavailable` if encryption is required of an installation without
 * a certificate.
 */
export function changeAccess(
  context: Pick<AccessContext, 'addresses' | 'fleet'>,
  actor: Actor,
  { scope, change }: { scope: ProjectScope; change: SettingsChange<NetworkAccess> },
): Promise<NetworkAccess> {
  if (change.require_tls === true && !context.addresses().databaseTls) throw tlsUnavailable()
  const networks = change.allowed_networks && [...new Set(change.allowed_networks)]
  // A longer list could not be read again, and a project without a list admits everybody.
  if (networks && networks.length > MAX_ALLOWED_NETWORKS) throw tooManyNetworks()
  return changeSettings(context, actor, {
    scope,
    section: networkAccess,
    change: { ...change, ...(networks && { allowed_networks: networks }) },
  })
}

/** Changes the allowed networks depending on the current ones, one request after the other. */
export const changeNetworks = (
  context: AccessContext,
  actor: Actor,
  { scope, toNext }: { scope: ProjectScope; toNext: (current: readonly string[]) => string[] },
): Promise<NetworkAccess> =>
  context.mutex.runExclusive(`networks of ${scope.ref}`, async () => {
    const { allowed_networks } = (await context.fleet.settings(scope.ref)).of(networkAccess)
    const change = { allowed_networks: toNext(allowed_networks) }
    return changeAccess(context, actor, { scope, change })
  })

const tooManyNetworks = () =>
  invalidRequest(
    `A project can have up to ${MAX_ALLOWED_NETWORKS} allowed networks.`,
    'Remove networks, or combine neighboring ones.',
  )

const tlsUnavailable = () =>
  new AppError('tls_unavailable', 'This installation does not encrypt database connections.', {
    status: 409,
    hint: 'Ask the operator to set STOA_POSTGRES_TLS_CERT and STOA_POSTGRES_TLS_KEY.',
  })
