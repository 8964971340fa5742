import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Log } from '../../lib/log.ts'
import { refusedByRules, type AccessRules } from './access-rules.ts'
import { refusedByBan, type Bans } from './bans.ts'
import type { Refusal } from './error-response.ts'
import type { Source } from './source.ts'

/** Decides whether one client can connect to a project. Functions always can. */
export type ClientGate = {
  /** Why a new connection is refused; undefined if it can sign in. */
  refusalOfNew(ref: string, rules: AccessRules, stream: Socket): Refusal | undefined
  /** Why an open connection must end. A ban ends none, because others can share the address. */
  refusalOfOpen(ref: string, rules: AccessRules, stream: Socket): Refusal | undefined
  countWrongPassword(ref: string): void
}

/**
 * @param source functions have no address.
 * @param options `onBan` is called when the client's wrong password has banned it.
 */
export function createClientGate(
  { name, address }: Source,
  {
    bans,
    onBan,
    log,
  }: { readonly bans: Bans; readonly onBan: (refusal: Refusal) => void; readonly log: Log },
): ClientGate {
  const refusalOfOpen: ClientGate['refusalOfOpen'] = (ref, rules, stream) => {
    if (address === undefined) return undefined
    return refusedByRules(rules, { address, isEncrypted: stream instanceof TLSSocket }, ref)
  }
  return {
    refusalOfNew(ref, rules, stream) {
      const ban = address === undefined ? undefined : bans.find(ref, name)
      return ban ? refusedByBan(ban, ref) : refusalOfOpen(ref, rules, stream)
    },
    refusalOfOpen,
    countWrongPassword(ref) {
      const ban = address === undefined ? undefined : bans.failed(ref, name)
      if (!ban) return
      log.warn({ ref, source: name, until: ban.until }, 'A client was banned.')
      onBan(refusedByBan(ban, ref))
    },
  }
}
