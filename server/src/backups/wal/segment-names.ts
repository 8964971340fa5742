/** A finished piece of WAL: its timeline, and its number in it. Its size decides the numbers. */
export type SegmentId = { readonly timeline: number; readonly number: number }

/** Postgres allows segments from 1 MB to 1 GB; Stoa's clusters have 1 MB, older ones 16. */
export const MIN_SEGMENT_BYTES = 1024 * 1024
export const MAX_SEGMENT_BYTES = 16 * 1024 * 1024

const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/

/** The kinds of files in the staging folder, which their names tell. */
export type WalFileKind = 'segment' | 'history' | 'other'

export function kindOfWalFile(name: string): WalFileKind {
  if (SEGMENT.test(name)) return 'segment'
  return HISTORY.test(name) ? 'history' : 'other'
}

const HALF = 0x1_0000_0000

export function parseSegmentName(name: string, segmentBytes: number): SegmentId {
  const [timeline, high, low] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16))
  if (timeline === undefined || high === undefined || low === undefined)
    throw new Error(`${name} is not the name of a segment`)
  return { timeline, number: high * (HALF / segmentBytes) + low }
}

export function segmentName({ timeline, number }: SegmentId, segmentBytes: number): string {
  const each = HALF / segmentBytes
  return [timeline, Math.floor(number / each), number % each].map(toHex).join('')
}

export const historyName = (timeline: number): string => `${toHex(timeline)}.history`

const toHex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** The number of the segment that contains the byte at a position such as `0/16B3748`. */
export function segmentNumberAt(position: bigint, segmentBytes: number): number {
  return Number(position / BigInt(segmentBytes))
}

/** A position in the WAL, from the text that Postgres prints. */
export function parsePosition(text: string): bigint {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text)
  if (!match) throw new Error('This is not a position in the WAL')
  return (BigInt(`0x${match[1]}`) << 32n) | BigInt(`0x${match[2]}`)
}
