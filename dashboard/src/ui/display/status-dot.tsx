import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

const TONES = {
  neutral: 'bg-muted',
  accent: 'bg-accent animate-pulse',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
}

export type StatusTone = keyof typeof TONES

/** A colored dot beside a word. The dot is decorative, and the word conveys the status. */
export function StatusDot({
  tone = 'neutral',
  className,
  ...props
}: ComponentProps<'span'> & { tone?: StatusTone }) {
  return (
    <span
      data-slot="status-dot"
      aria-hidden
      className={classNames(
        'inline-block base:size-2 shrink-0 rounded-full',
        TONES[tone],
        className,
      )}
      {...props}
    />
  )
}
