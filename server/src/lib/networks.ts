import { BlockList, isIP } from 'node:net'

/** Networks that contain some addresses. */
export type NetworkList = { includes(address: string): boolean }

/**
 * The networks of IPv4 that are not the internet: this machine, local networks, the services at which
 * clouds describe a machine, multicast, documentation and benchmarks.
 */
export const PRIVATE_V4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The only network of IPv6 that is the internet, without those in `PRIVATE_V6`. */
export const GLOBAL_V6 = '2000::/3'

/** Protocol assignments with Teredo and benchmarks, documentation, and 6to4, which wraps IPv4. */
export const PRIVATE_V6: readonly string[] = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const privateV4 = blockList(PRIVATE_V4, 'ipv4')
const globalV6 = blockList([GLOBAL_V6], 'ipv6')
const privateV6 = blockList(PRIVATE_V6, 'ipv6')

/** Whether an IP address is one of the internet, and not of a local network or this machine. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateV4.check(address)
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
}

/**
 * A list of networks in CIDR notation. An IPv4 address that a listener reports as IPv6 counts as
 * IPv4, and networks of one version contain no addresses of the other: Node's own list finds
 * every IPv4 address in `::/0`.
 */
export function networkList(networks: readonly string[]): NetworkList {
  const isV6 = (network: string) => network.includes(':')
  const v4 = blockList(
    networks.filter((network) => !isV6(network)),
    'ipv4',
  )
  const v6 = blockList(networks.filter(isV6), 'ipv6')
  return {
    includes(address) {
      const plain = plainAddress(address)
      if (isIP(plain) === 4) return v4.check(plain)
      return isIP(plain) === 6 && v6.check(plain, 'ipv6')
    },
  }
}

/** An address without the interface of a link-local one, and as IPv4 where it is wrapped in IPv6. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%', 1)
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1] ?? plain
}
