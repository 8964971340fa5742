import { CheckList } from '../../components/form/check-list.tsx'
import { useAlertRecipients } from '../../data/resources/services/alerts/channels.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QueryError } from '../../components/query-error.tsx'

type RecipientListProps = {
  projectRef: string
  label: string
  chosen: readonly string[]
  problem?: string | undefined
  onChange: (chosen: string[]) => void
}

/** The members who can get mail. Chosen ones who have left stay until they are deselected. */
export function RecipientList({
  projectRef,
  label,
  chosen,
  problem,
  onChange,
}: RecipientListProps) {
  const members = useAlertRecipients(projectRef)
  if (members.error)
    return (
      <QueryError
        error={members.error}
        title="Could not load the members"
        onRetry={() => void members.refetch()}
      />
    )
  if (!members.data) return <Skeleton className="h-12" />
  return (
    <CheckList
      label={label}
      values={[...new Set([...members.data, ...chosen])]}
      chosen={chosen}
      labelOf={(email) => email}
      error={problem}
      onChange={onChange}
    />
  )
}
