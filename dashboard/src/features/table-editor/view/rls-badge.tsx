import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { Shield, ShieldOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { DropPolicyDialog, EditPolicySheet, RlsDetails } from './lazy-sheets.ts'

type RlsBadgeProps = {
  projectRef: string
  table: TableDetail
  canWrite: boolean
  onCreatePolicy: () => void
}

/** Shows whether row level security is enabled for a table, and its policies. */
export function RlsBadge({ projectRef, table, canWrite, onCreatePolicy }: RlsBadgeProps) {
  const { rls_enabled: isOn, policies } = table
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
          <Suspense fallback={<Skeleton className="h-16" />}>
            <RlsDetails
              projectRef={projectRef}
              table={table}
              canWrite={canWrite}
              onCreatePolicy={() => {
                setIsOpen(false)
                onCreatePolicy()
              }}
              onChoose={choose}
            />
          </Suspense>
        </PopoverContent>
      </Popover>
      <Suspense>
        {chosen?.action === 'edit' && <EditPolicySheet {...dialog} policy={chosen.policy} />}
        {chosen?.action === 'delete' && <DropPolicyDialog {...dialog} name={chosen.policy.name} />}
      </Suspense>
    </>
  )
}
