import type { PivotSettings } from '../view-settings.ts'

/** Collects cells. NULL counts in none of them, as in Postgres. */
export type Aggregate = {
  readonly add: (cell: string | null) => void
  readonly result: () => string | null
}

export function newAggregate(kind: PivotSettings['aggregate']): Aggregate {
  if (kind === 'count') return counting()
  if (kind === 'sum') return summing((sum) => sum.text())
  if (kind === 'average') return summing((sum, count) => String(Number(sum.text()) / count))
  return comparing(kind === 'minimum' ? -1 : 1)
}

function counting(): Aggregate {
  let count = 0
  return {
    add: (cell) => void (count += cell === null ? 0 : 1),
    result: () => String(count),
  }
}

function summing(finish: (sum: Sum, count: number) => string): Aggregate {
  const sum = newSum()
  let count = 0
  return {
    add(cell) {
      if (cell === null) return
      sum.add(cell)
      count += 1
    },
    result: () => (count === 0 ? null : finish(sum, count)),
  }
}

type Sum = { readonly add: (cell: string) => void; readonly text: () => string }

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Adds decimals without rounding. Other numbers are added as floating point. */
function newSum(): Sum {
  let exact = 0n
  let scale = 0
  let rest = 0
  let isExact = true
  return {
    add(cell) {
      const match = DECIMAL.exec(cell)
      if (!match) {
        isExact = false
        rest += Number(cell)
        return
      }
      const [, sign = '', whole = '', fraction = ''] = match
      const digits = Math.max(scale, fraction.length)
      exact *= 10n ** BigInt(digits - scale)
      scale = digits
      exact += BigInt(`${sign}${whole}${fraction.padEnd(digits, '0')}`)
    },
    text() {
      const digits = (exact < 0n ? -exact : exact).toString().padStart(scale + 1, '0')
      const whole = digits.slice(0, digits.length - scale)
      const fraction = scale === 0 ? '' : `.${digits.slice(-scale)}`
      const text = `${exact < 0n ? '-' : ''}${whole}${fraction}`
      return isExact ? text : String(Number(text) + rest)
    },
  }
}

/** Compares numbers by value, and other cells as text. */
function comparing(direction: 1 | -1): Aggregate {
  let best: string | null = null
  return {
    add(cell) {
      if (cell === null) return
      if (best === null || compare(cell, best) * direction > 0) best = cell
    },
    result: () => best,
  }
}

function compare(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)]
  if (a !== '' && b !== '' && !Number.isNaN(left) && !Number.isNaN(right)) return left - right
  if (a === b) return 0
  return a < b ? -1 : 1
}
