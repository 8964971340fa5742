import { lazy, Suspense, useState, type RefObject } from 'react'
import type { SqlEditorController } from '../../../components/sql-editor/create-sql-editor.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { nameAt, type NameAtCursor } from './name-at.ts'

const DescriptionSheet = lazy(async () => ({
  default: (await import('./description-sheet.tsx')).DescriptionSheet,
}))

/** Describes the object whose name is at the cursor of an editor. */
export function useDescribe(projectRef: string, controller: RefObject<SqlEditorController | null>) {
  const [name, setName] = useState<NameAtCursor | undefined>()
  const close = () => {
    setName(undefined)
    controller.current?.focus()
  }
  return {
    describe() {
      const editor = controller.current
      const found = editor && nameAt(editor.text(), editor.cursor())
      if (found) setName(found)
      else toast.info('Move the cursor to the name of a table, view or function')
    },
    sheet: name && (
      <Suspense>
        <DescriptionSheet projectRef={projectRef} name={name} onClose={close} />
      </Suspense>
    ),
  }
}
