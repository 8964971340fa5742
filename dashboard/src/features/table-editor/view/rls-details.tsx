import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { PolicyList } from '../../../components/policies/policy-list.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useUpdateTable } from '../../../data/resources/services/meta/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'

type RlsDetailsProps = {
  projectRef: string
  table: TableDetail
  canWrite: boolean
  onCreatePolicy: () => void
  onChoose: (action: 'edit' | 'delete') => (policy: Policy) => void
}

/** Explains the protection of a table, lists its policies, and turns row level security on or off. */
export function RlsDetails({
  projectRef,
  table,
  canWrite,
  onCreatePolicy,
  onChoose,
}: RlsDetailsProps) {
  const update = useUpdateTable(projectRef, table.id)
  const { rls_enabled: isOn, policies, schema } = table
  const isClosed = isOn && policies.length === 0
  return (
    <>
      <p>{explanation({ isOn, policies: policies.length, schema })}</p>
      {policies.length > 0 && (
        <div className="max-h-60 overflow-y-auto border-t">
          <PolicyList
            label="Policies"
            policies={policies}
            actions={
              canWrite ? { onEdit: onChoose('edit'), onDelete: onChoose('delete') } : undefined
            }
          />
        </div>
      )}
      {update.isError && <p className="text-danger-text">{errorMessage(update.error)}</p>}
      {canWrite && (
        <div className="flex flex-wrap gap-2">
          {isOn && (
            <Button size="sm" variant={isClosed ? 'primary' : 'secondary'} onClick={onCreatePolicy}>
              Create policy
            </Button>
          )}
          <Button
            size="sm"
            variant={isOn ? 'secondary' : 'primary'}
            pending={update.isPending}
            onClick={() => update.mutate({ rls_enabled: !isOn })}
          >
            {isOn ? 'Disable' : 'Enable'} row level security
          </Button>
        </div>
      )}
    </>
  )
}

type Protection = { isOn: boolean; policies: number; schema: string }

function explanation({ isOn, policies, schema }: Protection): string {
  if (!isOn) {
    const exposed = schema === 'public' ? '' : ', if the Data API exposes this schema'
    return `Row level security is off. Anyone with the publishable key can read and change every row through the API${exposed}.`
  }
  if (policies > 0)
    return 'Row level security is on. These policies decide what API clients can access:'
  return 'Row level security is on and there are no policies. API clients can’t read or change any row; only secret keys can.'
}
