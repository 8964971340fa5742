import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

type SegmentedControlProps<Value extends string> = {
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onValueChange: (value: Value) => void
  'aria-label': string
  className?: string
}

/** Two to five visible options, exactly one of which is selected. */
export function SegmentedControl<Value extends string>({
  value,
  options,
  onValueChange,
  className,
  ...props
}: SegmentedControlProps<Value>) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next)
    if (option) onValueChange(option.value)
  }
  return (
    <RadioGroup.Root
      data-slot="segmented-control"
      value={value}
      onValueChange={choose}
      className={classNames('inline-flex gap-0.5 rounded-md border bg-sunken p-0.5', className)}
      {...props}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="h-5.5 rounded-sm border border-transparent px-2 text-xs text-muted transition-colors hover:text-text data-[state=checked]:border-line data-[state=checked]:bg-raised data-[state=checked]:text-text pointer-coarse:h-7"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
