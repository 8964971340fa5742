import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { Shield, ShieldOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { PolicyList } from '../../../components/policies/policy-list.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useUpdateTable } from '../../../data/resources/services/meta/tables.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { DropPolicyDialog, EditPolicySheet } from './lazy-sheets.ts'

type RlsBadgeProps = {
  projectRef: string
  table: TableDetail
  canWrite: boolean
  onCreatePolicy: () => void
}

/** Shows whether row level security is enabled for a table, and its policies. */
export function RlsBadge({ projectRef, table, canWrite, onCreatePolicy }: RlsBadgeProps) {
  const update = useUpdateTable(projectRef, table.id)
  const { rls_enabled: isOn, policies, schema } = table
  const Icon = isOn ? Shield : ShieldOff
  const isClosed = isOn && policies.length === 0
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<{ action: 'edit' | 'delete'; policy: Policy }>()
  const choose = (action: 'edit' | 'delete') => (policy: Policy) => {
    setIsOpen(false)
    setChosen({ action, policy })
  }
  const dialog = { projectRef, table, onClose: () => setChosen(undefined) }
  const count = isClosed
    ? 'no policies'
    : `${policies.length} ${policies.length === 1 ? 'policy' : 'policies'}`
  return (
    <>
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger
          className={classNames(
            'inline-flex h-6 items-center gap-1.5 rounded-md px-1.5 text-xs whitespace-nowrap transition-colors hover:bg-hover',
            isOn && !isClosed ? 'text-muted' : 'bg-warning-soft text-warning-text',
          )}
        >
          <Icon className="size-3.5" />
          {isOn ? `RLS · ${count}` : 'RLS off'}
        </PopoverTrigger>
        <PopoverContent className="grid w-80 gap-3">
          <p>{explanation({ isOn, policies: policies.length, schema })}</p>
          {policies.length > 0 && (
            <div className="max-h-60 overflow-y-auto border-t">
              <PolicyList
                label="Policies"
                policies={policies}
                actions={
                  canWrite ? { onEdit: choose('edit'), onDelete: choose('delete') } : undefined
                }
              />
            </div>
          )}
          {update.isError && <p className="text-danger-text">{errorMessage(update.error)}</p>}
          {canWrite && (
            <div className="flex flex-wrap gap-2">
              {isOn && (
                <Button
                  size="sm"
                  variant={isClosed ? 'primary' : 'secondary'}
                  onClick={() => {
                    setIsOpen(false)
                    onCreatePolicy()
                  }}
                >
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
        </PopoverContent>
      </Popover>
      <Suspense>
        {chosen?.action === 'edit' && <EditPolicySheet {...dialog} policy={chosen.policy} />}
        {chosen?.action === 'delete' && <DropPolicyDialog {...dialog} name={chosen.policy.name} />}
      </Suspense>
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
