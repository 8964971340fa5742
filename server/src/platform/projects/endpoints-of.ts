import { isIP } from 'node:net'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import type { Addresses } from '../deps.ts'

/** The placeholder for the password in connection strings. */
export const PASSWORD_PLACEHOLDER = '[YOUR-PASSWORD]'

/** The public addresses of a project's API and database. */
export function endpointsOf(addresses: Addresses, ref: string): ProjectDetail['endpoints'] {
  return {
    api_url: `${addresses.apiUrl}/p/${ref}`,
    host_api_url: hostUrl(addresses.publicUrl, ref),
    database_host: addresses.databaseHost,
    database_port: addresses.databasePort,
    database_user: `postgres.${ref}`,
    database_name: 'postgres',
  }
}

/** A URL for psql and every Postgres driver. `password` is inserted unchanged, so encode a real one. */
export function connectionString(addresses: Addresses, ref: string, password: string): string {
  const { databaseHost, databasePort, databaseTls } = addresses
  const host = isIP(databaseHost) === 6 ? `[${databaseHost}]` : databaseHost
  const options = databaseTls ? '?sslmode=require' : ''
  return `postgresql://postgres.${ref}:${password}@${host}:${databasePort}/postgres${options}`
}

/**
 * The project's own host; null for an installation reached by a bare IP address, which has no
 * subdomains.
 */
function hostUrl(publicUrl: string, ref: string): string | null {
  const url = new URL(publicUrl)
  const bare = url.hostname.replaceAll(/^\[|\]$/g, '')
  const isLoopback = bare === '127.0.0.1' || bare === '::1'
  if (isIP(bare) !== 0 && !isLoopback) return null
  // Loopback addresses have no subdomains, but `localhost` does (RFC 6761), and it is the same
  // listener.
  url.hostname = `${ref}.${isLoopback ? 'localhost' : bare}`
  return url.href.replace(/\/$/, '')
}
