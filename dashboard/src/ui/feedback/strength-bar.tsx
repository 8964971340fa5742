import { classNames } from '../../lib/class-names.ts'
import { Progress } from './progress.tsx'

const FILLS = [10, 30, 50, 80, 100] as const
const TONES = ['danger', 'danger', 'danger', 'warning', 'success'] as const

/**
 * Scores 0 to 4 fill the bar to 10, 30, 50, 80 and 100 percent. 0 to 2 are red, 3 yellow, 4 green.
 */
export function StrengthBar({
  score,
  className,
}: {
  score: 0 | 1 | 2 | 3 | 4
  className?: string
}) {
  return (
    <Progress
      data-slot="strength-bar"
      label="Password strength"
      value={FILLS[score]}
      tone={TONES[score]}
      className={classNames(className)}
    />
  )
}
