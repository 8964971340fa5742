import type { ComboboxOption } from './combobox-option.ts'

/** The label comes first and is never truncated; the detail takes the rest. */
export const OptionText = ({ option: { label, detail } }: { option: ComboboxOption }) => (
  <>
    <span className="max-w-full shrink-0 truncate">{label}</span>
    {detail && <span className="min-w-0 truncate text-xs text-muted">{detail}</span>}
  </>
)
