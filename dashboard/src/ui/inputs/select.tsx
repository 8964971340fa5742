import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { controlClasses } from './input.tsx'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
}

type SelectProps<Value extends string> = Omit<
  ComponentProps<typeof Primitive.Trigger>,
  'value' | 'onChange' | 'children'
> & {
  value: Value | undefined
  options: readonly SelectOption<Value>[]
  onValueChange: (value: Value) => void
  placeholder?: string
}

export function Select<Value extends string>({
  value,
  options,
  onValueChange,
  placeholder,
  disabled,
  className,
  ...props
}: SelectProps<Value>) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next)
    if (option) onValueChange(option.value)
  }
  return (
    <Primitive.Root
      {...(value !== undefined && { value })}
      onValueChange={choose}
      disabled={disabled ?? false}
    >
      <Primitive.Trigger
        data-slot="select"
        className={classNames(
          controlClasses,
          'flex h-7 items-center justify-between gap-2 px-2 text-left data-placeholder:text-muted pointer-coarse:h-8',
          className,
        )}
        {...props}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon asChild>
          <ChevronDown className="size-3.5 text-muted" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-rise-in overflow-hidden rounded-md border bg-raised shadow-float"
        >
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex min-h-7 items-center rounded-sm py-1 pr-7 pl-2 text-sm select-none data-disabled:opacity-50 data-highlighted:bg-hover"
              >
                <div>
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                  {option.description && (
                    <div className="text-xs text-muted">{option.description}</div>
                  )}
                </div>
                <Primitive.ItemIndicator className="absolute right-2">
                  <Check className="size-3.5" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
