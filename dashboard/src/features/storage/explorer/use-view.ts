import { useAccountId } from '../../../data/client/client-context.ts'
import { useSetting } from '../../../lib/use-setting.ts'

/** How the files are arranged: one list, or a column for each folder of the path. */
export type View = 'list' | 'columns'

const isView = (value: unknown): value is View => value === 'list' || value === 'columns'

/** The view that a person chose in this browser. */
export const useView = (): [View, (view: View) => void] =>
  useSetting<View>(`stoa.storage-view.${useAccountId() ?? ''}`, 'list', isView)
