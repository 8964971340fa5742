import { classNames } from '../lib/class-names.ts'
import { Progress } from './progress.tsx'

const FILLS = [10, 30, 50, 80, 100] as const
const TONES = ['danger', 'danger', 'danger', 'warning', 'success'] as const

/** Scores 0 to 4 fill the bar to 10, 30, 50, 80 and 100 percent: red to 2, yellow at 3, green at 4. */
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
