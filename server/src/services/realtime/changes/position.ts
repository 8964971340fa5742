import type { RowChange } from './pgoutput.ts'

/**
 * A position in the changes of a database: after every transaction whose commit record is before
 * `lsn`, and after the first `count` changes of the one at `lsn`.
 */
export type Position = { readonly lsn: bigint; readonly count: number }

/** Before every change. */
export const BEGINNING: Position = { lsn: 0n, count: 0 }

/** The position right after a change. */
export const positionOf = ({ commit, number }: RowChange): Position => ({
  lsn: commit.lsn,
  count: number,
})

export const isAfter = (position: Position, other: Position): boolean =>
  position.lsn > other.lsn || (position.lsn === other.lsn && position.count > other.count)

export const later = (one: Position, other: Position): Position =>
  isAfter(one, other) ? one : other

export const earlier = (one: Position, other: Position): Position =>
  isAfter(one, other) ? other : one

/** A position in the WAL as Postgres writes it, such as `0/16B3748`. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()
