import type { Drift, listDrift } from '@stoa/contract/services/meta/drift'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { formatCount } from '../../../lib/quantities.ts'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { DriftItem } from './drift-item.tsx'
import { keyOf } from './drift-words.ts'

type DriftSheetProps = {
  projectRef: string
  drift: ResponseOf<typeof listDrift>
  canWrite: boolean
  onClose: () => void
}

/** The differences between the history and the database, with the SQL that removes each. */
export function DriftSheet({ projectRef, drift, canWrite, onClose }: DriftSheetProps) {
  const { items, unrecorded, missing, changed, uncompared, unread } = drift
  const side = (wanted: Drift['side']) => items.filter((item) => item.side === wanted)
  const parts = { projectRef, canWrite }
  return (
    <Sheet
      open
      size="lg"
      title="Differences"
      description="The SQL of the migrations is read, not run, and compared with the definitions in the database."
      onClose={onClose}
    >
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        {unrecorded + missing + changed === 0 && <p>The database matches its migrations.</p>}
        <Side
          {...parts}
          title="In the database, but in no migration"
          items={side('unrecorded')}
          total={unrecorded}
        />
        <Side {...parts} title="Defined differently" items={side('changed')} total={changed} />
        <Side
          {...parts}
          title="In a migration, but not in the database"
          items={side('missing')}
          total={missing}
        />
        {unread > 0 && (
          <p className="text-xs text-muted">
            {unread === 1
              ? 'One block of code or migration without SQL could not be read.'
              : `${formatCount(unread)} blocks of code and migrations without SQL could not be read.`}{' '}
            Objects that they create or drop may be listed here.
          </p>
        )}
        {uncompared > 0 && (
          <p className="text-xs text-muted">
            {uncompared === 1
              ? 'One property could not be compared'
              : `${formatCount(uncompared)} properties could not be compared`}
            , because later statements rename what they use, or Postgres stores them in another
            form.
          </p>
        )}
      </SheetBody>
    </Sheet>
  )
}

type SideProps = {
  projectRef: string
  canWrite: boolean
  title: string
  items: readonly Drift[]
  total: number
}

function Side({ title, items, total, ...parts }: SideProps) {
  if (total === 0) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 className="text-sm font-medium">{title}</h3>
      {items.map((item) => (
        <DriftItem key={keyOf(item)} item={item} {...parts} />
      ))}
      {items.length < total && (
        <p className="text-xs text-muted">
          {formatCount(items.length)} of {formatCount(total)} are shown. Record these to see the
          rest.
        </p>
      )}
    </section>
  )
}
