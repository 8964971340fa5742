import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

const TONES = {
  accent: '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent',
  danger: '[&::-moz-progress-bar]:bg-danger [&::-webkit-progress-value]:bg-danger',
  warning: '[&::-moz-progress-bar]:bg-warning [&::-webkit-progress-value]:bg-warning',
  success: '[&::-moz-progress-bar]:bg-success [&::-webkit-progress-value]:bg-success',
}

const SHAPES = {
  round: 'rounded-full [&::-webkit-progress-value]:rounded-full',
  square: 'rounded-none',
}

type ProgressProps = Omit<ComponentProps<'progress'>, 'value' | 'max'> & {
  /** 0 to 100. */
  value: number
  /** Accessible name. */
  label: string
  tone?: keyof typeof TONES
  shape?: keyof typeof SHAPES
}

export function Progress({
  value,
  label,
  tone = 'accent',
  shape = 'round',
  className,
  ...props
}: ProgressProps) {
  return (
    <progress
      data-slot="progress"
      aria-label={label}
      value={value}
      max={100}
      className={classNames(
        'h-1 base:w-full appearance-none overflow-hidden bg-selected [&::-webkit-progress-bar]:bg-selected',
        TONES[tone],
        SHAPES[shape],
        className,
      )}
      {...props}
    />
  )
}
