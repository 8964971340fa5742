import { useNavigate, useSearch } from '@tanstack/react-router'
import { errorMessage } from '../../data/client/api-error.ts'
import { usePreviewEnabled } from '../../data/local/feature-previews.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { INLINE_PANEL } from './panels-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The definition with which the SQL panel begins. */
    inlineSqlText?: string
  }
}

/**
 * Opens an object in the SQL panel beside the page, with the statement that changes it. Nothing
 * opens if the object is gone.
 */
export type EditAsSql = (object: string, read: () => Promise<string | undefined>) => void

/**
 * Editing of database objects as SQL. Undefined while the preview of the inline editor is off: then
 * objects have their forms.
 */
export function useEditAsSql(): EditAsSql | undefined {
  const [isEnabled] = usePreviewEnabled('inline-sql-editor')
  const navigate = useNavigate()
  const { parameter } = INLINE_PANEL
  const isOpen = useSearch({ strict: false, select: (search: object) => parameter in search })
  if (!isEnabled) return undefined
  const open = async (object: string, read: () => Promise<string | undefined>) => {
    const statement = await read()
    if (statement === undefined) {
      toast.error('This object no longer exists. Reload the list.')
      return
    }
    await navigate({
      to: '.',
      search: (search) => ({ ...search, [parameter]: object }),
      replace: isOpen,
      state: { ...(!isOpen && { isPanelOpened: true }), inlineSqlText: statement },
      resetScroll: false,
    })
  }
  return (object, read) =>
    void open(object, read).catch((error: unknown) =>
      toast.error(`Could not load the definition. ${errorMessage(error)}`),
    )
}
