import type { Fix } from '@stoa/contract/services/advisors/advisors'

type Lock = Fix['locks'][number]

/** A change of a definition that takes no longer for large tables. */
export const briefLock = (object: string): Lock => ({
  object,
  blocks: 'Reads and writes, for a moment',
})

/** An index that is created without blocking writes. */
export const concurrentLock = (object: string): Lock => ({
  object,
  blocks: 'Other changes to the definition of the table. Reads and writes continue.',
})

/** A change that locks only the object's own definition. */
export const definitionLock = (object: string): Lock => ({
  object,
  blocks: 'Other changes to its definition',
})
