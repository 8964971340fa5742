import { isIP } from 'node:net'
import type { IdRange } from '../id-range.ts'
import { GLOBAL_V6, PRIVATE_V4, PRIVATE_V6 } from '../networks.ts'

/** An address that stays open although it is private. */
export type Endpoint = {
  readonly address: string
  readonly port: number
  readonly protocols: readonly ('tcp' | 'udp')[]
}

/** The packets that one installation rejects, by the account of the process that sends them. */
export type Ruleset = {
  readonly table: string
  /** Accounts that reach the internet and the exceptions; undefined leaves everything open. */
  readonly publicOnly:
    | { readonly ids: IdRange; readonly exceptions: readonly Endpoint[] }
    | undefined
  /** Accounts that reach nothing. */
  readonly closed: IdRange
  /** Packets there are dropped whoever sends them, which shows that the rules are in force. */
  readonly canary: { readonly address: string; readonly port: number }
}

const REJECT = 'reject with icmpx type admin-prohibited'

/**
 * The commands for `nft -f`, which the kernel applies all at once. A packet without a process, such
 * as a reset, matches no account and passes: a rule must never apply to all accounts but some. The
 * chain comes before address translation, so that the addresses are those that the process asked for.
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

/** Removes a table, whether or not it exists: only what exists can be deleted. */
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
