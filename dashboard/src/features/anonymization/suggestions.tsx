import type { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import { formatNouns } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { describeRule, nameOfColumn } from './rule-words.ts'

type SuggestionsProps = {
  /** The rules for columns that look like personal data and have none. */
  suggestions: readonly AnonymizeRule[]
  /** Absent for members who cannot change rules. */
  onAdd: (() => void) | undefined
  isAdding: boolean
}

/** The columns that look like personal data and have no rule yet. */
export function Suggestions({ suggestions, onAdd, isAdding }: SuggestionsProps) {
  if (suggestions.length === 0) return null
  const count = formatNouns(suggestions.length, 'column')
  return (
    <Callout
      type="caution"
      title={`${count} without a rule ${suggestions.length === 1 ? 'looks' : 'look'} like personal data`}
      action={
        onAdd && (
          <Button disabled={isAdding} onClick={onAdd}>
            Add {formatNouns(suggestions.length, 'suggestion')}
          </Button>
        )
      }
    >
      <ul className="mt-1 grid max-h-48 gap-0.5 overflow-y-auto">
        {suggestions.map((rule) => (
          <li key={nameOfColumn(rule)} className="break-all">
            <code>{nameOfColumn(rule)}</code> → {describeRule(rule)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
