import { isIP } from 'node:net'
import type { IdRange } from '../id-range.ts'
import { GLOBAL_V6, PRIVATE_V4, PRIVATE_V6 } from '../networks.ts'

/** A private address that stays open. */
export type Endpoint = {
  readonly address: string
  readonly port: number
  readonly protocols: readonly ('tcp' | 'udp')[]
}

/** The packets that one installation rejects, by the account of the sending process. */
export type Ruleset = {
  readonly table: string
  /**
   * Accounts that can reach only the internet and the exceptions; if undefined, nothing is blocked.
   */
  readonly publicOnly:
    | { readonly ids: IdRange; readonly exceptions: readonly Endpoint[] }
    | undefined
  /** Accounts that can reach no network. */
  readonly closed: IdRange
  /**
   * An address to which every packet is dropped, from any account. It shows that the rules are in
   * force.
   */
  readonly canary: { readonly address: string; readonly port: number }
}

const REJECT = 'reject with icmpx type admin-prohibited'

/**
 * The commands for `nft -f`, which the kernel applies atomically. A packet without a process, such
 * as a reset, matches no account and passes, so a rule must list the accounts it blocks, never the
 * ones it spares. The chain runs before address translation and so sees the address that the
 * process used.
 */
export function rulesetText({ table, publicOnly, closed, canary }: Ruleset): string {
  return [
    `${removalText(table)}table inet ${table} {`,
    ...(publicOnly ? publicOnlyChain(publicOnly.exceptions) : []),
    '  chain output {',
    '    type filter hook output priority -300; policy accept;',
    ...(publicOnly ? [`    meta skuid ${rangeText(publicOnly.ids)} jump public_only`] : []),
    `    meta skuid ${rangeText(closed)} ${REJECT}`,
    `    ip daddr ${canary.address} udp dport ${canary.port} drop`,
    '  }',
    '}',
    '',
  ].join('\n')
}

/** Removes a table. `add` comes first, because only an existing table can be deleted. */
export const removalText = (table: string): string =>
  `add table inet ${table}\ndelete table inet ${table}\n`

const rangeText = ({ first, last }: IdRange) => `${first}-${last}`

const publicOnlyChain = (exceptions: readonly Endpoint[]): readonly string[] => [
  '  chain public_only {',
  ...exceptions.flatMap(({ address, port, protocols }) => {
    const family = isIP(address) === 4 ? 'ip' : 'ip6'
    return protocols.map(
      (protocol) => `    ${family} daddr ${address} ${protocol} dport ${port} accept`,
    )
  }),
  `    ip daddr { ${PRIVATE_V4.join(', ')} } ${REJECT}`,
  `    ip6 daddr != ${GLOBAL_V6} ${REJECT}`,
  `    ip6 daddr { ${PRIVATE_V6.join(', ')} } ${REJECT}`,
  '  }',
]
