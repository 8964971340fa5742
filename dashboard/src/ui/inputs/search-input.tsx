import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Input } from './input.tsx'

type SearchInputProps = {
  label: string
  placeholder?: string
  value: string
  onValueChange: (text: string) => void
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Filters the list below it as the user types. */
export function SearchInput({
  label,
  placeholder = label,
  value,
  onValueChange,
  className,
  ref,
}: SearchInputProps) {
  return (
    <div data-slot="search-input" className={classNames('relative base:min-w-0', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-muted" />
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="pl-7"
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </div>
  )
}
