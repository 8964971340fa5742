import { classNames } from '../../lib/class-names.ts'
import { useSettledText } from '../../lib/use-settled-text.ts'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { useHasLeft } from './use-has-left.ts'

type SearchFieldProps = {
  label: string
  placeholder?: string
  className?: string
  /** From `useSearchParam`. */
  field: ReturnType<typeof useSettledText>
}

/** The search field above a list. */
export function SearchField({ field, className, ...props }: SearchFieldProps) {
  return (
    <SearchInput
      {...props}
      className={classNames('base:w-full sm:w-64', className)}
      value={field.text}
      onValueChange={field.setText}
    />
  )
}

type RouteSearchFieldProps = Omit<SearchFieldProps, 'field'> & {
  value: string
  onValueChange: (text: string) => void
}

/** The same for a page whose route passes the search on. */
export function RouteSearchField({ value, onValueChange, ...props }: RouteSearchFieldProps) {
  const hasLeft = useHasLeft()
  const field = useSettledText(value, (text) => {
    if (!hasLeft()) onValueChange(text)
  })
  return <SearchField {...props} field={field} />
}
