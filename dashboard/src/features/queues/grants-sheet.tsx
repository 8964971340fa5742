import {
  QUEUE_ROLES,
  QueuePrivilege,
  type QueueGrants,
} from '@stoa/contract/services/queues/queues'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useQueueGrants, useSetQueueGrants } from '../../data/resources/queues.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sheet, SheetBody, SheetForm } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'

type GrantsSheetProps = { projectRef: string; name: string; onClose: () => void }

/** Edits what the roles of the data API may do with a queue. */
export function GrantsSheet(props: GrantsSheetProps) {
  const { data, error, refetch } = useQueueGrants(props.projectRef, props.name)
  return (
    <Sheet open size="lg" title="Role grants" onClose={props.onClose}>
      {data ? (
        <GrantsForm {...props} saved={data} />
      ) : (
        <SheetBody>
          {error ? (
            <QueryError
              error={error}
              title="Could not load the grants"
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton className="h-40" />
          )}
        </SheetBody>
      )}
    </Sheet>
  )
}

function GrantsForm({
  projectRef,
  name,
  saved,
  onClose,
}: GrantsSheetProps & { saved: QueueGrants }) {
  const save = useSetQueueGrants(projectRef, name)
  const [grants, setGrants] = useState(saved)
  return (
    <SheetForm
      className="grid content-start gap-4"
      submitLabel="Save"
      pending={save.isPending}
      onSubmit={() => save.mutate(grants, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {save.error && (
        <ErrorState message={errorMessage(save.error)} details={errorDetails(save.error)} />
      )}
      <Table aria-label="Grants">
        <TableHead>
          <TableRow>
            <TableHeader>Role</TableHeader>
            {QueuePrivilege.options.map((privilege) => (
              <TableHeader key={privilege} className="px-1 font-mono">
                {privilege}
              </TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {QUEUE_ROLES.map((role) => (
            <TableRow key={role}>
              <TableCell className="font-mono">{role}</TableCell>
              {QueuePrivilege.options.map((privilege) => (
                <TableCell key={privilege} className="px-1">
                  <Checkbox
                    aria-label={`Grant ${privilege} to ${role}`}
                    checked={grants[role].includes(privilege)}
                    onCheckedChange={(isGranted) =>
                      setGrants({
                        ...grants,
                        [role]: QueuePrivilege.options.filter((each) =>
                          each === privilege ? isGranted === true : grants[role].includes(each),
                        ),
                      })
                    }
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <div className="grid gap-2 text-xs text-muted">
        <p>
          <code>send</code> needs select and insert. <code>read</code> needs select and update.{' '}
          <code>pop</code> needs select, update, and delete. <code>delete</code> needs select and
          delete. <code>archive</code> needs select, insert, and delete.
        </p>
        <p>
          The grants apply to the queue’s table and its archive. Both have row level security:
          without a policy, anon and authenticated can’t use the queue.
        </p>
      </div>
    </SheetForm>
  )
}
