import { networkList, type NetworkList } from '../../lib/networks.ts'
import { SQL_STATE, type Refusal } from './error-response.ts'

/** The rules of a project for clients that connect over the network. */
export type AccessRules = {
  /** Networks in CIDR notation from which clients can connect. */
  readonly allowedNetworks: readonly string[]
  readonly requiresTls: boolean
}

/** A client's connection, as the rules see it. */
export type ClientConnection = { readonly address: string; readonly isEncrypted: boolean }

/** Each list is compiled once: open sessions are compared with it several times per second. */
const compiled = new WeakMap<readonly string[], NetworkList>()

/** Why the rules of a project refuse a connection; undefined if they do not. */
export function refusedByRules(
  rules: AccessRules,
  { address, isEncrypted }: ClientConnection,
  ref: string,
): Refusal | undefined {
  if (!compile(rules.allowedNetworks).includes(address))
    return {
      sqlState: SQL_STATE.invalidAuthorization,
      message: `address ${address} is not allowed to connect to project "${ref}"`,
      detail: "The address is in none of the project's allowed networks.",
      hint: 'Add the address under Database > Network access in the dashboard, or connect from an allowed network.',
    }
  if (rules.requiresTls && !isEncrypted)
    return {
      sqlState: SQL_STATE.invalidAuthorization,
      message: `project "${ref}" requires encrypted connections`,
      hint: 'Add sslmode=require to the connection string, or enable TLS in the client.',
    }
  return undefined
}

function compile(networks: readonly string[]): NetworkList {
  const found = compiled.get(networks)
  if (found) return found
  const list = networkList(networks)
  compiled.set(networks, list)
  return list
}
