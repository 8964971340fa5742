import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { useDrift } from '../../../data/resources/services/meta/drift.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { DriftSheet } from './drift-sheet.tsx'

type DriftNoticeProps = { projectRef: string; canWrite: boolean }

/** Says when a replay of the history would not create the objects of the database. */
export function DriftNotice({ projectRef, canWrite }: DriftNoticeProps) {
  const { panel, open, close } = useOpenPanel(['drift'])
  const { data } = useDrift(projectRef)
  const count = data === undefined ? 0 : data.unrecorded + data.missing + data.changed
  const hasDrift = data !== undefined && data.migrations > 0 && count > 0
  return (
    <>
      {hasDrift && (
        <Callout
          type="caution"
          className="mb-3"
          title={
            count === 1
              ? 'The database differs from its migrations in one object'
              : `The database differs from its migrations in ${formatCount(count)} objects`
          }
          action={<Button onClick={() => open('drift')}>Show differences</Button>}
        >
          A new environment that replays the migrations would not match this database.
        </Callout>
      )}
      {panel && data && (
        <DriftSheet projectRef={projectRef} drift={data} canWrite={canWrite} onClose={close} />
      )}
    </>
  )
}
