import type { Policy } from '@stoa/contract/services/meta/catalogue'
import { PolicyList } from '../../../components/policies/policy-list.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'

type PolicySectionProps = {
  title: string
  /** Shown after the title. */
  detail?: string
  isPublic?: boolean
  /** Explains what it means that there are no policies. */
  empty: string
  policies: readonly Policy[]
  onNew?: (() => void) | undefined
  actions?: { onEdit: (policy: Policy) => void; onDelete: (policy: Policy) => void } | undefined
}

/** The policies of one bucket, or of a table. */
export function PolicySection({ title, policies, ...props }: PolicySectionProps) {
  return (
    <section aria-label={title}>
      <header className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 border-b pb-1">
        <h2 className="min-w-0 truncate font-semibold" title={title}>
          {title}
        </h2>
        {props.isPublic === true && <Badge variant="warning">Public</Badge>}
        {props.detail !== undefined && (
          <span className="truncate font-mono text-xs text-muted">{props.detail}</span>
        )}
        {props.onNew && (
          <Button
            size="sm"
            className="ml-auto"
            aria-label={`New policy for ${title}`}
            onClick={props.onNew}
          >
            New policy
          </Button>
        )}
      </header>
      {policies.length === 0 ? (
        <p className="py-2 text-xs text-muted">{props.empty}</p>
      ) : (
        <PolicyList label={`Policies of ${title}`} policies={policies} actions={props.actions} />
      )}
    </section>
  )
}
