import type { BranchContent } from '@stoa/contract/platform/branches'
import { Link } from '@tanstack/react-router'
import { useAnonymization } from '../../data/resources/platform/anonymization.ts'
import { formatNouns } from '../../lib/quantities.ts'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'

type ContentFieldProps = {
  projectRef: string
  value: BranchContent
  onValueChange: (content: BranchContent) => void
}

const CONTENTS: readonly BranchContent[] = ['data', 'anonymized', 'schema']

/** The rows that a branch begins with. */
export function ContentField({ projectRef, value, onValueChange }: ContentFieldProps) {
  const { data } = useAnonymization(projectRef)
  const count = data?.rules.length ?? 0
  return (
    <RadioGroup
      aria-label="Content"
      value={value}
      onValueChange={(next) => {
        const content = CONTENTS.find((each) => each === next)
        if (content) onValueChange(content)
      }}
    >
      <Radio
        value="data"
        label="Schema and data"
        description="All rows, including the users and their personal data."
      />
      <Radio
        value="anonymized"
        disabled={count === 0}
        label="Anonymized data"
        description={
          <>
            {count === 0
              ? 'All rows, with new values in the columns that you choose first. '
              : `All rows, with new values in ${formatNouns(count, 'column')}. `}
            <Link
              to="/project/$ref/anonymization"
              params={{ ref: projectRef }}
              className="text-accent-text underline-offset-2 hover:underline"
            >
              {count === 0 ? 'Choose columns' : 'Show rules'}
            </Link>
          </>
        }
      />
      <Radio
        value="schema"
        label="Schema only"
        description="The same structure with empty tables."
      />
    </RadioGroup>
  )
}
