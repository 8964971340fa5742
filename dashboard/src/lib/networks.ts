/** Whether an IP address is in one of the networks, which are in CIDR notation. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const bits = bitsOf(address)
  return networks.some((network) => {
    const [start = '', prefix = ''] = network.split('/')
    const other = bitsOf(start)
    const length = /^\d+$/.test(prefix) ? Number(prefix) : other.length
    return bits !== '' && other.length === bits.length && other.startsWith(bits.slice(0, length))
  })
}

/** The network that has only this address. */
export const networkOfOne = (address: string): string =>
  `${address}/${address.includes(':') ? 128 : 32}`

/** The bits of an address as text; empty if it is none. */
function bitsOf(address: string): string {
  if (!address.includes(':')) return binary(address.split('.').map(Number), { count: 4, size: 8 })
  const [before = '', after] = withHexEnd(address).split('::')
  const [left, right] = [groupsOf(before), groupsOf(after ?? '')]
  const missing = after === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return binary([...left, ...Array<number>(missing).fill(0), ...right], { count: 8, size: 16 })
}

/** An IPv6 address can end with the digits of an IPv4 address. */
const withHexEnd = (address: string) =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...digits: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = digits.map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })

const groupsOf = (text: string) =>
  text === '' ? [] : text.split(':').map((group) => parseInt(group, 16))

function binary(numbers: readonly number[], { count, size }: { count: number; size: number }) {
  const isValid = numbers.length === count && numbers.every((each) => each >= 0 && each < 2 ** size)
  return isValid ? numbers.map((each) => each.toString(2).padStart(size, '0')).join('') : ''
}
