import type { PartitionBounds, TableFamily } from '@stoa/contract/services/meta/partitions'

/** The bounds of a partition as edited in a form; each strategy uses some of the fields. */
export type BoundsDraft = {
  isDefault: boolean
  /** One for each part of the key; empty without a limit. */
  from: string[]
  to: string[]
  /** One value per line. */
  values: string
  hasNull: boolean
  modulus: string
  remainder: string
}

type Key = NonNullable<TableFamily['key']>
type Siblings = TableFamily['children']

/** The bounds that a form starts with: for a hash, the first remainder that is free. */
export function newBounds(key: Key, siblings: Siblings): BoundsDraft {
  const taken = siblings.flatMap(({ bounds }) => {
    const [, modulus, remainder] = /modulus (\d+), remainder (\d+)/i.exec(bounds ?? '') ?? []
    return modulus === undefined || remainder === undefined
      ? []
      : [{ modulus: Number(modulus), remainder: Number(remainder) }]
  })
  const modulus = Math.max(...taken.map((each) => each.modulus), taken.length === 0 ? 4 : 1)
  const isFree = (remainder: number) =>
    taken.every((each) => remainder % each.modulus !== each.remainder)
  // Larger moduli than this are typed by people who know what they do.
  const remainders = Array.from({ length: Math.min(modulus, 1000) }, (_, at) => at)
  return {
    isDefault: false,
    from: key.types.map(() => ''),
    to: key.types.map(() => ''),
    values: '',
    hasNull: false,
    modulus: String(modulus),
    remainder: String(remainders.find(isFree) ?? 0),
  }
}

const limitOf = (text: string, otherwise: 'minvalue' | 'maxvalue') =>
  text.trim() === '' ? { kind: otherwise } : { kind: 'value' as const, value: text.trim() }

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The bounds of a draft, for the strategy of the partitioned table. */
export function boundsOf(strategy: Key['strategy'], draft: BoundsDraft): PartitionBounds {
  if (draft.isDefault && strategy !== 'hash') return { kind: 'default' }
  switch (strategy) {
    case 'range':
      return {
        kind: 'range',
        from: draft.from.map((text) => limitOf(text, 'minvalue')),
        to: draft.to.map((text) => limitOf(text, 'maxvalue')),
      }
    case 'list':
      return {
        kind: 'list',
        values: [
          ...linesOf(draft.values).map((value) => ({ kind: 'value' as const, value })),
          ...(draft.hasNull ? [{ kind: 'null' as const }] : []),
        ],
      }
    case 'hash':
      return {
        kind: 'hash',
        modulus: Number(draft.modulus),
        remainder: Number(draft.remainder),
      }
  }
}

export function boundsProblem(strategy: Key['strategy'], draft: BoundsDraft): string | undefined {
  if (draft.isDefault && strategy !== 'hash') return undefined
  if (strategy === 'list' && linesOf(draft.values).length === 0 && !draft.hasNull)
    return 'Enter at least one value.'
  if (strategy !== 'hash') return undefined
  const [modulus, remainder] = [draft.modulus, draft.remainder].map((text) =>
    /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN,
  )
  if (modulus === undefined || remainder === undefined || !(modulus > 0) || !(remainder >= 0))
    return 'Enter whole numbers.'
  return remainder < modulus ? undefined : 'The remainder must be less than the modulus.'
}
