import { classNames } from '../../lib/class-names.ts'
import { changeBetween } from '../../lib/units.ts'

type ChangeProps = {
  /** The value of the previous period. */
  before: number | null
  now: number | null
  /** Whether more is worse. */
  isBad?: boolean
}

/** The change against the previous period in percent. */
export function Change({ before, now, isBad = false }: ChangeProps) {
  const change = changeBetween(before, now)
  if (!change) return null
  return (
    <span
      title="Compared with the period before"
      className={classNames(
        'text-xs font-normal tabular-nums',
        isBad && change.isMore ? 'text-danger-text' : 'text-muted',
      )}
    >
      {change.text}
    </span>
  )
}
