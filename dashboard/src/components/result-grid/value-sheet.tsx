import { useMemo } from 'react'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import { isJsonType } from './cell-type.ts'
import { indentJson } from './json-text.ts'

export type OpenedValue = { column: string; type: string; value: Cell }

type ValueSheetProps = { value: OpenedValue | undefined; onClose: () => void }

/** Shows one value in full in a side sheet. JSON is indented. */
export function ValueSheet({ value, onClose }: ValueSheetProps) {
  return (
    <Sheet
      open={value !== undefined}
      onClose={onClose}
      size="lg"
      title={<span className="font-mono">{value?.column}</span>}
      description={value?.type}
    >
      {value !== undefined && <Value {...value} />}
    </Sheet>
  )
}

function Value({ type, value }: OpenedValue) {
  const shown = useMemo(
    () => (value !== null && isJsonType(type) ? indentJson(value) : value),
    [type, value],
  )
  if (shown === null) return <SheetBody className="font-mono text-xs text-muted">NULL</SheetBody>
  return (
    <SheetBody className="relative">
      <CopyButton iconOnly text={value ?? ''} className="absolute top-2 right-3 bg-raised" />
      <pre className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">
        {shown === '' ? <span className="text-muted">Empty text</span> : shown}
      </pre>
    </SheetBody>
  )
}
