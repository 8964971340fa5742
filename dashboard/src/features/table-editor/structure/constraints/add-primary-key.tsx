import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'

const PrimaryKeySheet = lazy(async () => ({
  default: (await import('./primary-key-sheet.tsx')).PrimaryKeySheet,
}))

/**
 * The way out for a table whose rows can't be edited because it has no primary key. It stays when
 * the table has one, so that the open sheet can announce it.
 */
export function AddPrimaryKey({ projectRef, table }: { projectRef: string; table: TableDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {table.primary_key.length === 0 && (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Add a primary key
        </Button>
      )}
      <Suspense>
        {isOpen && (
          <PrimaryKeySheet projectRef={projectRef} table={table} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
