import { errorMessage } from '../../../data/client/api-error.ts'
import { useCatalogue } from '../../../data/resources/services/meta/tables.ts'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

/** Copies the statements that create a table to the clipboard. */
export function useCopyTableSql(projectRef: string) {
  const catalogue = useCatalogue(projectRef)
  const read = async (id: number) => {
    try {
      return (await catalogue.definition(id)).sql
    } catch (error) {
      toast.error(`Could not copy the SQL: ${errorMessage(error)}`)
      throw error
    }
  }
  return (id: number) => copyText(() => read(id))
}
