import type { AnonymizeRule, AnonymizeRuleKind } from '@stoa/contract/platform/anonymization'

/** The rules as options of a select, with an example of the new values. */
export const RULES: readonly {
  readonly value: AnonymizeRuleKind
  readonly label: string
  readonly description: string
}[] = [
  { value: 'fake_email', label: 'Fake email', description: 'user-4f0c…@example.com' },
  { value: 'fake_name', label: 'Fake name', description: 'Ada Novak' },
  { value: 'fake_phone', label: 'Fake phone number', description: '+14155550142' },
  { value: 'fake_number', label: 'Fake number', description: 'A whole number below 10,000' },
  {
    value: 'hash',
    label: 'Hash',
    description: 'Equal values stay equal. 32 hexadecimal digits, also for UUIDs',
  },
  { value: 'constant', label: 'Fixed text', description: 'The same text in every row' },
  { value: 'null', label: 'Null', description: 'No value' },
]

/** `Fake email`, or the text that is set. */
export function describeRule(rule: AnonymizeRule): string {
  const label = RULES.find(({ value }) => value === rule.rule)?.label ?? rule.rule
  return rule.rule === 'constant'
    ? `${label}: ${rule.value === '' ? '(empty)' : rule.value}`
    : label
}

/** `public.people.email`. */
export const nameOfColumn = ({
  schema,
  table,
  column,
}: Pick<AnonymizeRule, 'schema' | 'table' | 'column'>): string => `${schema}.${table}.${column}`
