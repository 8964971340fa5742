import { lookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../networks.ts'
import { nameServersOf } from './resolvers.ts'
import type { Endpoint } from './ruleset.ts'

const DNS_PORT = 53
/** How many checks pass between two lookups of the servers' names, which use the network. */
const LOOKUP_EVERY = 15

/** The private addresses that stay open now: the machine's name servers and the given servers. */
export function createExceptions(
  urls: readonly string[],
  resolvConf: string,
): () => Promise<readonly Endpoint[]> {
  const servers = new Map<string, readonly Endpoint[]>()
  let calls = 0
  return async () => {
    if (calls++ % LOOKUP_EVERY === 0)
      for (const url of urls) {
        // Keeps the last known addresses if the name cannot be looked up now.
        const found = await endpointsOf(new URL(url)).catch(() => undefined)
        if (found) servers.set(url, found)
      }
    const text = await readFile(resolvConf, 'utf8').catch(() => '')
    return [...nameServersOf(text).map(resolver), ...[...servers.values()].flat()]
  }
}

const resolver = (address: string): Endpoint => ({
  address,
  port: DNS_PORT,
  protocols: ['udp', 'tcp'],
})

async function endpointsOf({ hostname, port, protocol }: URL): Promise<readonly Endpoint[]> {
  const defaultPort = protocol === 'https:' ? 443 : 80
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }]
  return found
    .map(({ address }) => address.split('%', 1)[0] ?? '')
    .filter((address) => !isPublicAddress(address))
    .toSorted()
    .map((address) => ({
      address,
      port: Number(port) || defaultPort,
      protocols: ['tcp'],
    }))
}
