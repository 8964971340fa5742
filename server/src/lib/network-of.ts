import { isIP } from 'node:net'

/**
 * The network that limits count a client by: an IPv4 address, or the first 64 bits of an IPv6
 * address, because one machine can use all addresses of such a network.
 */
export function networkOf(ip: string | null): string {
  if (ip === null || isIP(ip) !== 6) return ip ?? ''
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  // A link-local address names its interface after a percent sign.
  const [address = ''] = ip.split('%', 1)
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before
  const prefix = groups.slice(0, 4).map((group) => parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}
