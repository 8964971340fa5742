import type { Cell } from '@stoa/contract/services/meta/cell'
import { shortType } from './cell-type.ts'

type Sized = {
  name: string
  type: string
  samples: readonly Cell[]
  /** Width in px of what the heading contains besides name and type. */
  beside?: number
  /** The result has no other column, so the values get more room. */
  isOnly?: boolean
}

/** Width of one character at 12 px JetBrains Mono, rounded up. */
const CHARACTER = 7.3
const PADDING = 24
const LEAST = 88
const MOST = 320
const MOST_ALONE = 1000

/** An initial width in px that fits the heading and most of the sampled values. */
export function columnWidth({ name, type, samples, beside = 0, isOnly = false }: Sized): number {
  const most = isOnly ? MOST_ALONE : MOST
  const lengths = samples.map((value) => value?.length ?? 4).toSorted((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const content = Math.min(most, usual * CHARACTER + PADDING)
  // The type is never truncated, so its column is at least wide enough for it and a part of the
  // name.
  const heading = Math.min(name.length, 24) + shortType(type).length + 3
  return Math.round(Math.max(LEAST, content, heading * CHARACTER + PADDING + beside))
}
