import { RadioGroup as Primitive } from 'radix-ui'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      data-slot="radio-group"
      className={classNames('grid gap-2', className)}
      {...props}
    />
  )
}

type RadioProps = ComponentProps<typeof Primitive.Item> & {
  label: ReactNode
  description?: ReactNode
}

/** One option with its text. The whole row is clickable. */
export function Radio({ label, description, className, ...props }: RadioProps) {
  const id = useId()
  return (
    <div data-slot="radio" className={classNames('flex items-start gap-2.5', className)}>
      <Primitive.Item
        id={id}
        {...(description !== undefined && { 'aria-describedby': `${id}-description` })}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-muted bg-raised transition-colors peer disabled:border-line disabled:bg-sunken data-[state=checked]:border-accent"
        {...props}
      >
        <Primitive.Indicator className="size-2 rounded-full bg-accent" />
      </Primitive.Item>
      <label
        htmlFor={id}
        className="grid cursor-pointer peer-disabled:cursor-not-allowed peer-disabled:text-muted"
      >
        <span className="font-medium [[data-disabled]+label_&]:font-normal">{label}</span>
        {description && (
          <span id={`${id}-description`} className="text-xs text-muted">
            {description}
          </span>
        )}
      </label>
    </div>
  )
}
