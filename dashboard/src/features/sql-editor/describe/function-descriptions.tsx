import type { DescribedFunction } from '@stoa/contract/services/meta/describe'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/buttons/button.tsx'

type FunctionDescriptionsProps = {
  projectRef: string
  functions: readonly DescribedFunction[]
}

/** The functions of one name, one for each signature. */
export function FunctionDescriptions({ projectRef, functions }: FunctionDescriptionsProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {functions.map((each) => (
        <li key={each.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b pb-4">
          <code className="text-xs break-words whitespace-pre-wrap">
            {each.schema}.{each.name}({each.arguments})
            {each.returns !== null && ` returns ${each.returns}`}
          </code>
          <p className="text-xs text-muted">
            {[
              KINDS[each.kind],
              each.language,
              each.is_security_definer && 'runs as its owner (security definer)',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {each.comment !== null && <p className="text-xs break-words">{each.comment}</p>}
          {each.schema !== 'pg_catalog' && (
            <Button size="sm" asChild className="w-fit">
              <Link
                to="/project/$ref/database/functions"
                params={{ ref: projectRef }}
                search={{ schema: each.schema, search: each.name }}
              >
                Open in Functions
              </Link>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const KINDS: Record<DescribedFunction['kind'], string> = {
  function: 'Function',
  procedure: 'Procedure',
  aggregate: 'Aggregate function',
  window: 'Window function',
}
