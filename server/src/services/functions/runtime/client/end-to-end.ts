import type { IncomingHttpHeaders } from 'node:http'

/** Headers of a single connection (RFC 9110, 7.6.1), as are those that `Connection` names. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  // The server itself has already fulfilled it.
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** The value on nearly all connections; it names no header. */
const COMMON: ReadonlySet<string> = new Set(['', 'keep-alive', 'close'])

/** The headers that are forwarded from one side to the other. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection = '' } = headers
  const named = COMMON.has(connection)
    ? []
    : connection.split(',').map((name) => name.trim().toLowerCase())
  const passed: IncomingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers))
    if (!HOP_BY_HOP.has(name) && !named.includes(name)) passed[name] = value
  return passed
}
