type Items = {
  readonly min: number
  readonly max: number
  /** A range can wrap around, as from Saturday to Monday. */
  readonly wraps?: boolean
  readonly valueOf: (item: string) => number
}

/**
 * Converts a list in words, such as `1 to 3 and 9`, to a cron field; undefined for values that it
 * cannot have.
 */
export function fieldOf(
  list: string,
  { min, max, wraps = false, valueOf }: Items,
): string | undefined {
  const values = new Set<number>()
  for (const part of list.split(/ (?:and|or) /)) {
    const [from, to] = part
      .split(' to ')
      .map((item) => valueOf(item.replace(/^(?:on|at|every|the) /g, '')))
    if (from === undefined || !isWithin(from, min, max)) return undefined
    const last = to ?? from
    if (!isWithin(last, min, max) || (last < from && !wraps)) return undefined
    for (let value = from; value !== last; value = value === max ? min : value + 1)
      values.add(value)
    values.add(last)
  }
  return rangesOf([...values].toSorted((a, b) => a - b))
}

/** `*`, or an interval of minutes or hours; undefined if it does not divide the hour or day. */
export function stepField(every: string | undefined, size: number): string | undefined {
  const step = Number(every ?? 1)
  if (step === 1) return '*'
  return step > 1 && step < size && size % step === 0 ? `*/${step}` : undefined
}

/** The hour and minute of `9`, `9:30 pm`, or `noon`. */
export function clockTime(text: string): readonly [hour: number, minute: number] | undefined {
  if (text === 'noon') return [12, 0]
  if (text === 'midnight') return [0, 0]
  const [, hours, minutes, half] = /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/.exec(text) ?? []
  const hour = Number(hours)
  const minute = Number(minutes ?? 0)
  if (!isWithin(minute, 0, 59)) return undefined
  if (half === undefined) return isWithin(hour, 0, 23) ? [hour, minute] : undefined
  return isWithin(hour, 1, 12) ? [(hour % 12) + (half === 'pm' ? 12 : 0), minute] : undefined
}

/**
 * The minute and hour fields for times of day; undefined for times that two fields cannot express.
 */
export function timeFields(list: string): string | undefined {
  const times = list.split(/ and (?:at )?/).map(clockTime)
  const known = times.filter((time) => time !== undefined)
  const hours = new Set(known.map(([hour]) => hour))
  const minutes = new Set(known.map(([, minute]) => minute))
  const distinct = new Set(known.map(([hour, minute]) => hour * 60 + minute))
  if (known.length < times.length || hours.size * minutes.size !== distinct.size) return undefined
  const field = (values: ReadonlySet<number>) => [...values].toSorted((a, b) => a - b).join(',')
  return `${field(minutes)} ${field(hours)}`
}

const isWithin = (value: number, min: number, max: number) => value >= min && value <= max

function rangesOf(values: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < values.length;) {
    let end = at
    while (values[end + 1] === (values[end] ?? 0) + 1) end += 1
    if (end - at < 2) end = at
    parts.push(end === at ? `${values[at]}` : `${values[at]}-${values[end]}`)
    at = end + 1
  }
  return parts.join(',')
}
