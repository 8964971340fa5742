import { networkOf } from '../../lib/network-of.ts'
import { plainAddress } from '../../lib/networks.ts'

/** The sender of a connection. */
export type Source = {
  /** Identifies the client for the connection limits. */
  readonly name: string
  /** The client's address; absent for functions, which run on this machine. */
  readonly address?: string
}

/** A client on the network. */
export const clientAt = (address: string): Source => ({
  name: networkOf(address),
  address: plainAddress(address),
})

export const functionsOf = (ref: string): Source => ({ name: `functions of ${ref}` })
