import { QueryError } from '../../../components/query-error.tsx'
import { useDescription } from '../../../data/resources/services/meta/describe.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { FunctionDescriptions } from './function-descriptions.tsx'
import type { NameAtCursor } from './name-at.ts'
import { TableDescription } from './table-description.tsx'

type DescriptionSheetProps = { projectRef: string; name: NameAtCursor; onClose: () => void }

/** The object at the cursor, as the database has it now. */
export function DescriptionSheet({ projectRef, name, onClose }: DescriptionSheetProps) {
  const { data, error, refetch } = useDescription(projectRef, name)
  const title = name.schema === undefined ? name.name : `${name.schema}.${name.name}`
  return (
    <Sheet open size="lg" title={title} onClose={onClose}>
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        {error && !data && (
          <QueryError
            error={error}
            title={`Could not describe ${title}`}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && <Skeleton className="h-64" />}
        {data?.kind === 'relation' && (
          <TableDescription projectRef={projectRef} description={data} />
        )}
        {data?.kind === 'functions' && (
          <FunctionDescriptions projectRef={projectRef} functions={data.functions} />
        )}
      </SheetBody>
    </Sheet>
  )
}
