import { Select } from '../../ui/inputs/select.tsx'
import type { ListedFinding } from './findings.ts'

/** Radix has no option with an empty value. */
const ALL = 'all'

type RuleFilterProps = {
  findings: readonly ListedFinding[]
  /** Empty for all rules. */
  value: string
  onValueChange: (rule: string) => void
}

/** Selects one of the rules that have findings. */
export function RuleFilter({ findings, value, onValueChange }: RuleFilterProps) {
  const titles = new Map(findings.map(({ rule, title }) => [rule, title]))
  if (titles.size < 2 && value === '') return null
  return (
    <Select
      aria-label="Rule"
      className="w-full sm:w-72"
      value={value === '' ? ALL : value}
      options={[
        { value: ALL, label: 'All rules' },
        ...[...titles].map(([rule, title]) => ({ value: rule, label: title })),
        ...(value === '' || titles.has(value) ? [] : [{ value, label: value }]),
      ]}
      onValueChange={(rule) => onValueChange(rule === ALL ? '' : rule)}
    />
  )
}
