import { isIP } from 'node:net'

/** glibc uses the first three; other resolvers use more. */
const MAX_SERVERS = 10
/** The server that glibc uses if the file names none. */
const DEFAULT_SERVER = '127.0.0.1'

/** The addresses of the name servers in the text of a `resolv.conf`. */
export function nameServersOf(text: string): readonly string[] {
  const named = text.split('\n').flatMap((line) => {
    const [, given] = /^\s*nameserver\s+(\S+)/.exec(line) ?? []
    // A link-local address names its interface after a percent sign.
    const [address = ''] = given?.split('%') ?? []
    return isIP(address) === 0 ? [] : [address]
  })
  const servers = [...new Set(named)].slice(0, MAX_SERVERS)
  return servers.length > 0 ? servers : [DEFAULT_SERVER]
}
