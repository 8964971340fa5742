import { isIP } from 'node:net'
import type { Config } from './config.ts'

/**
 * The URL before `/p/<ref>` at which clients reach projects, without a trailing slash. It is the API
 * port's, which has an origin of its own, unless people reach the installation through a proxy: the
 * proxy may not forward that port. There, `STOA_API_URL` names another origin.
 */
export function apiUrlOf(
  { apiUrl, publicUrl, host }: Pick<Config, 'apiUrl' | 'publicUrl' | 'host'>,
  apiPort: number,
): string {
  if (apiUrl !== undefined) return apiUrl
  if (publicUrl === undefined) return `http://localhost:${apiPort}`
  const { protocol, hostname } = new URL(publicUrl)
  const isAddress = isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0
  const isReached = protocol === 'http:' && !LOOPBACK.has(host)
  return isAddress && isReached ? `http://${hostname}:${apiPort}` : publicUrl
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])
