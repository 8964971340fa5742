import { readFile } from 'node:fs/promises'

/** The flag of a listening socket and the type of a datagram socket in `/proc/net/unix`. */
const LISTENS = '00010000'
const DATAGRAMS = '0002'

/** The names of the abstract Unix sockets in the text of `/proc/net/unix` that any process can reach. */
export function abstractSocketsOf(text: string): readonly string[] {
  const names = text.split('\n').flatMap((line) => {
    const [, , , flags, type, , , ...rest] = line.trim().split(/\s+/)
    const name = rest.join(' ')
    return name.startsWith('@') && (flags === LISTENS || type === DATAGRAMS) ? [name] : []
  })
  return [...new Set(names)].toSorted()
}

/** The sockets of this machine; none on a system without them. */
export const readAbstractSockets = async (): Promise<readonly string[]> =>
  abstractSocketsOf(await readFile('/proc/net/unix', 'utf8').catch(() => ''))
