/** The `<ref>` of a project: 20 lowercase letters, or `default` in a self-hosted installation. */
const REF = '(?:[a-z]{20}|default)'

/**
 * Finds the project in a request's Host header: `<ref>.localhost:8000`, or `<ref>.` before the public
 * host. Undefined if the host is the installation's own.
 */
export function createHostReader(publicHost: string | undefined) {
  const bases = ['localhost', ...(publicHost ? [publicHost] : [])]
  const pattern = new RegExp(
    `^(${REF})\\.(?:${bases.map((base) => base.replaceAll('.', '\\.')).join('|')})(?::\\d+)?$`,
    'i',
  )
  const known = new Map<string, string | undefined>()
  return function projectOfHost(host: string | undefined): string | undefined {
    if (host === undefined) return undefined
    if (known.has(host)) return known.get(host)
    const ref = pattern.exec(host)?.[1]?.toLowerCase()
    // Clients choose the hosts, so the number of remembered hosts is limited.
    if (known.size < 1000) known.set(host, ref)
    return ref
  }
}
