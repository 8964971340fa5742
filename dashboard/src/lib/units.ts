import { formatBytes, formatCount } from './quantities.ts'

export type Unit =
  | 'percent'
  | 'bytes'
  | 'bytes_per_second'
  | 'count'
  | 'per_second'
  | 'milliseconds'

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A measured value with its unit: `12.5%`, `9.4 MB`, `1.2 s`, `3.1/s`, `12,043`. */
export function formatUnit(value: number, unit: Unit): string {
  if (unit === 'percent') return `${short(value)}%`
  if (unit === 'bytes') return shortBytes(value)
  if (unit === 'bytes_per_second') return `${shortBytes(value)}/s`
  if (unit === 'per_second') return `${short(value)}/s`
  if (unit === 'milliseconds') return formatMilliseconds(value)
  return Math.abs(value) < 100_000 ? short(value) : COMPACT.format(value)
}

/** `0.4 ms`, `12 ms`, `1.2 s`, `3 min`. */
function formatMilliseconds(value: number): string {
  if (value < 1000) return `${short(value)} ms`
  if (value < 120_000) return `${short(value / 1000)} s`
  return `${short(value / 60_000)} min`
}

/** Digits that can be told apart at a glance: one decimal below a hundred, none above. */
function short(value: number): string {
  if (Math.abs(value) >= 100) return formatCount(Math.round(value))
  return value !== 0 && Math.abs(value) < 1
    ? String(Number(value.toFixed(2)))
    : String(Number(value.toFixed(1)))
}

const shortBytes = (value: number) => formatBytes(Math.round(value)).replace(/(\.\d)\d/, '$1')

type Trend = { readonly text: string; readonly isMore: boolean }

/** The change from one period to the next in percent; undefined if there is nothing to compare with. */
export function changeBetween(before: number | null, now: number | null): Trend | undefined {
  if (before === null || now === null || before === 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { text: '±0%', isMore: false }
  const size = Math.abs(percent)
  if (percent > 999) return { text: `×${Math.round(now / before)}`, isMore: true }
  return { text: `${percent > 0 ? '+' : '−'}${size}%`, isMore: percent > 0 }
}
